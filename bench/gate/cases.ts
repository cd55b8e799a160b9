import type { CheckableAdapter } from "executor-conformance";
import { assertKnown } from "../../src/explore/nearest.ts";
import { UsageError } from "../../src/explore/usageError.ts";
import type { Benchmark } from "../suites/benchmark.ts";
import type { AdapterPair } from "./gate.ts";
import type { GateCase } from "./result.ts";

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

/**
 * What is to be measured: each adapter that base and head have, on each benchmark that both declare what it needs for.
 *
 * @throws UsageError when something is unknown, or nothing is left to measure: that must not look like a pass.
 */
export function gateCases(
  base: readonly CheckableAdapter[],
  head: readonly CheckableAdapter[],
  known: readonly Benchmark[],
  request: GateRequest,
): readonly PairedCase[] {
  const ids = known.map(({ id }) => id);
  assertKnown("benchmark", [...request.benchmarks, ...Object.keys(request.limits.byBenchmark)], ids);
  const cases = pairs(base, head, request.adapters).flatMap(([one, other]) =>
    known
      .filter(({ id }) => request.benchmarks.length === 0 || request.benchmarks.includes(id))
      .filter(({ profile, capabilities = [] }) => profile === one.profile && declaresAll([one, other], capabilities))
      .flatMap((benchmark) =>
        sizesOf(benchmark, request.sizes).map((size) => ({
          one: { adapter: other.name, benchmark: benchmark.id, size, limit: limitOf(benchmark, request.limits) },
          pair: { base: one.name, head: other.name },
        })),
      ),
  );
  if (cases.length > 0) return cases;
  throw new UsageError(
    `Expected something to measure, got no benchmark that fits: there are ${ids.join(", ")}, and some need a capability`,
  );
}

type Pair = readonly [base: CheckableAdapter, head: CheckableAdapter];

function pairs(
  base: readonly CheckableAdapter[],
  head: readonly CheckableAdapter[],
  names: readonly string[],
): readonly Pair[] {
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
  base: readonly CheckableAdapter[],
  head: readonly CheckableAdapter[],
  names: readonly string[],
): readonly string[] {
  return names.length > 0 ? names : [...new Set([...base, ...head].map(({ name }) => name))];
}

function called(name: string, adapters: readonly CheckableAdapter[], side: string): CheckableAdapter {
  const found = adapters.find((adapter) => adapter.name === name);
  if (found !== undefined) return found;
  const there = adapters.map((adapter) => adapter.name).join(", ");
  throw new UsageError(
    `Expected an adapter ${JSON.stringify(name)} in ${side}, got only ${there}: choose what both have with --adapter`,
  );
}

function declaresAll(adapters: readonly CheckableAdapter[], capabilities: readonly string[]): boolean {
  return adapters.every((adapter) => {
    const declared: Readonly<Record<string, boolean | undefined>> = adapter.capabilities ?? {};
    return capabilities.every((capability) => declared[capability] === true);
  });
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
