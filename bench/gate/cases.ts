import type { CheckableAdapter } from "executor-conformance";
import { assertKnown } from "../../src/explore/nearest.ts";
import { UsageError } from "../../src/explore/usageError.ts";
import { missingCapabilities, type Benchmark } from "../suites/benchmark.ts";
import type { AdapterPair } from "./gate.ts";
import type { GateCase, NotCompared } from "./result.ts";

/** What a gate is asked to measure. */
export interface GateRequest {
  /** Names of adapters; none: all. */
  readonly adapters: readonly string[];
  /** Ids of benchmarks; none: all of the profile. */
  readonly benchmarks: readonly string[];
  /** None: those of {@link gateSizes}. */
  readonly sizes: readonly number[];
  readonly limits: Limits;
}

/** From which slowdown on a benchmark counts as regressed, as shares. */
export interface Limits {
  readonly all: number;
  readonly byBenchmark: Readonly<Record<string, number>>;
}

export interface PairedCase {
  readonly one: GateCase;
  readonly pair: AdapterPair;
}

/** A size beyond it takes long to be set up, and shows little that this one does not. */
const SIZE_MAX = 1000;

/** The sizes that a gate measures unless it is told others: the smallest from 1 on, and the largest up to 1,000. */
export function gateSizes({ sizes }: Benchmark): readonly number[] {
  const usual = sizes.filter((size) => size >= 1 && size <= SIZE_MAX);
  return usual.length === 0 ? sizes.slice(0, 1) : [...new Set([Math.min(...usual), Math.max(...usual)])];
}

/** What a gate needs to know of an adapter. */
export type GateAdapter = Pick<CheckableAdapter, "profile" | "name" | "capabilities">;

/** What a gate measures, and what it leaves out. */
export interface GateSelection {
  readonly cases: readonly PairedCase[];
  /** Nobody asked for these by name. */
  readonly notCompared: readonly NotCompared[];
}

/**
 * What is to be measured: each adapter that base and head have, on each benchmark that both declare what it needs for.
 *
 * @throws UsageError when something is unknown, a benchmark that was named, or has a limit of its own, cannot be compared, or
 *   nothing is left to measure: that must not look like a pass.
 */
export function gateCases(
  base: readonly GateAdapter[],
  head: readonly GateAdapter[],
  known: readonly Benchmark[],
  request: GateRequest,
): GateSelection {
  const named = [...request.benchmarks, ...Object.keys(request.limits.byBenchmark)];
  assertKnown(
    "benchmark",
    named,
    known.map(({ id }) => id),
  );
  const candidates = pairs(base, head, [...new Set(request.adapters)]).flatMap(([one, other]) =>
    known
      .filter(({ id, profile }) => profile === one.profile && isWanted(id, request))
      .map((benchmark) => ({ one, other, benchmark, why: whyNotCompared(benchmark, one, other) })),
  );
  const notCompared = candidates.flatMap(({ other, benchmark, why }) =>
    why === undefined ? [] : [{ adapter: other.name, benchmark: benchmark.id, why }],
  );
  for (const id of named) {
    if (candidates.some(({ benchmark }) => benchmark.id === id)) continue;
    const why = isWanted(id, request)
      ? "no adapter is of its profile"
      : "it has a limit, and is not among those chosen";
    throw new UsageError(`Cannot compare ${id}: ${why}`);
  }
  const isNothingLeft = notCompared.length === candidates.length;
  const refused = notCompared.find(({ benchmark }) => isNothingLeft || named.includes(benchmark));
  if (refused !== undefined) {
    throw new UsageError(
      `Cannot compare ${refused.benchmark} of ${refused.adapter}: ${refused.why}; choose others with --benchmark or --adapter`,
    );
  }
  const cases = candidates
    .filter(({ why }) => why === undefined)
    .flatMap(({ one, other, benchmark }) =>
      sizesOf(benchmark, request.sizes).map((size) => ({
        one: { adapter: other.name, benchmark: benchmark.id, size, limit: limitOf(benchmark, request.limits) },
        pair: { base: one.name, head: other.name },
      })),
    );
  return { cases, notCompared };
}

function isWanted(id: string, { benchmarks }: GateRequest): boolean {
  return benchmarks.length === 0 || benchmarks.includes(id);
}

/** Which side lacks which capability; undefined where nothing is in the way. */
function whyNotCompared(benchmark: Benchmark, base: GateAdapter, head: GateAdapter): string | undefined {
  const [ofBase, ofHead] = [missingCapabilities(benchmark, base), missingCapabilities(benchmark, head)];
  const [missing] = [...ofBase, ...ofHead];
  if (missing === undefined) return undefined;
  if (ofBase.includes(missing) && ofHead.includes(missing)) return `neither base nor head declares ${missing}`;
  return `${ofBase.includes(missing) ? "base" : "head"} does not declare ${missing}`;
}

type Pair = readonly [base: GateAdapter, head: GateAdapter];

function pairs(base: readonly GateAdapter[], head: readonly GateAdapter[], names: readonly string[]): readonly Pair[] {
  const [onlyBase, onlyHead] = [base[0], head[0]];
  // Where there is one of each, its name may have changed.
  const isOneEach = base.length === 1 && head.length === 1 && names.length === 0;
  const found =
    isOneEach && onlyBase !== undefined && onlyHead !== undefined
      ? [[onlyBase, onlyHead] as const]
      : namesOf(base, head, names).map((name) => [called(name, base, "base"), called(name, head, "head")] as const);
  const unlike = found.find(([one, other]) => one.profile !== other.profile);
  if (unlike === undefined) return found;
  const [one, other] = unlike;
  throw new UsageError(
    `Expected base and head of one profile, got ${one.name} of ${one.profile} and ${other.name} of ${other.profile}`,
  );
}

/** The names asked for, or all of both: one that only one side has is told, and not left out. */
function namesOf(
  base: readonly GateAdapter[],
  head: readonly GateAdapter[],
  names: readonly string[],
): readonly string[] {
  return names.length > 0 ? names : [...new Set([...base, ...head].map(({ name }) => name))];
}

function called(name: string, adapters: readonly GateAdapter[], side: string): GateAdapter {
  const found = adapters.find((adapter) => adapter.name === name);
  if (found !== undefined) return found;
  const there = adapters.map((adapter) => adapter.name).join(", ");
  throw new UsageError(
    `Expected an adapter ${JSON.stringify(name)} in ${side}, got only ${there}: choose what both have with --adapter`,
  );
}

function sizesOf(benchmark: Benchmark, asked: readonly number[]): readonly number[] {
  const smallest = Math.min(...benchmark.sizes);
  const tooSmall = asked.find((size) => size < smallest);
  if (tooSmall === undefined) return asked.length === 0 ? gateSizes(benchmark) : asked;
  throw new UsageError(`Expected a size from ${smallest} on for ${benchmark.id}, got ${tooSmall}`);
}

function limitOf({ id }: Benchmark, { all, byBenchmark }: Limits): number {
  return byBenchmark[id] ?? all;
}
