import { compareOn } from "../../bench/compare/compare.ts";
import { thisMachine } from "../../bench/compare/machine.ts";
import type { ComparedBenchmark, Comparison } from "../../bench/report/comparison.ts";
import { renderBenchmark } from "../../bench/report/table.ts";
import type { Benchmark } from "../../bench/suites/benchmark.ts";
import { benchmarks } from "../../bench/suites/index.ts";
import { assertKnown } from "../explore/nearest.ts";
import { readAdapters } from "../explore/readAdapters.ts";
import { UsageError } from "../explore/usageError.ts";
import type { CheckableAdapter } from "../profiles/index.ts";
import { realTimers } from "../run/realTimers.ts";
import { KIT } from "../version.ts";
import { combineExitCodes, type ExitCode } from "./exitCode.ts";
import { loadDefaultExport } from "./loadModule.ts";
import type { Session } from "./session.ts";
import { StatusLine } from "./statusLine.ts";

/** The options of a comparison, as they are parsed. */
export interface CompareAdaptersOptions {
  /** Ids; absent: all of the profiles of the adapters. */
  readonly benchmark?: readonly string[];
  readonly adapter?: readonly string[];
  readonly size?: readonly number[];
  /** Milliseconds for each adapter at each size. */
  readonly time: number;
}

/** Each contender takes so many turns at each size. */
const ROUNDS = 5;

/**
 * Measures the adapters of some modules, those of each profile beside each other and the floor, and shows the tables.
 *
 * @throws UsageError when there is nothing to measure: before anything is.
 */
export async function compareAdapters(
  paths: readonly string[],
  options: CompareAdaptersOptions,
  session: Session,
): Promise<Comparison> {
  assertKnown(
    "benchmark",
    options.benchmark ?? [],
    benchmarks.map(({ id }) => id),
  );
  const adapters = selectAdapters(await loadAll(paths, session), options.adapter ?? []);
  const selected = selectBenchmarks(adapters, options);
  const compared: ComparedBenchmark[] = [];
  for (const benchmark of selected) compared.push(await measure(benchmark, adapters, options, session));
  return {
    schemaVersion: 1,
    kit: KIT,
    machine: thisMachine(),
    settings: { timeMs: options.time, rounds: ROUNDS },
    benchmarks: compared,
  };
}

/** 3 where an executor does not do the work that its figure would be for, 4 where nobody could be measured. */
export function comparisonExitCode({ benchmarks: compared }: Comparison): ExitCode {
  const cells = compared.flatMap(({ contenders: [, ...adapters] }) =>
    adapters.flatMap((one) => (one.state === "measured" ? one.cells : [])),
  );
  return combineExitCodes([
    cells.some(({ state }) => state === "measured") ? 0 : 4,
    ...(cells.some(({ state }) => state === "error") ? [3 as const] : []),
  ]);
}

async function measure(
  benchmark: Benchmark,
  adapters: readonly CheckableAdapter[],
  { time, size }: CompareAdaptersOptions,
  { terminal }: Session,
): Promise<ComparedBenchmark> {
  const line = new StatusLine(terminal);
  const compared = await compareOn(
    benchmark,
    adapters.filter(({ profile }) => profile === benchmark.profile),
    {
      timeMs: time,
      rounds: ROUNDS,
      now: realTimers.performanceNow,
      ...(size === undefined ? {} : { sizes: size }),
      onProgress: ({ id, counts }, now) => line.show(() => `${id}: ${now} ${counts}`),
    },
  );
  line.clear();
  terminal.write([...renderBenchmark(compared, terminal), ""]);
  return compared;
}

async function loadAll(paths: readonly string[], { containment }: Session): Promise<readonly CheckableAdapter[]> {
  const all: CheckableAdapter[] = [];
  for (const path of paths) {
    for (const adapter of readAdapters(await loadDefaultExport(path, containment), path)) {
      if (all.some(({ name, profile }) => name === adapter.name && profile === adapter.profile)) {
        throw new UsageError(
          `Expected adapters with different names, got a second ${adapter.name} in ${path}: rename one`,
        );
      }
      all.push(adapter);
    }
  }
  return all;
}

function selectAdapters(adapters: readonly CheckableAdapter[], names: readonly string[]): readonly CheckableAdapter[] {
  assertKnown(
    "adapter",
    names,
    adapters.map(({ name }) => name),
  );
  return names.length === 0 ? adapters : adapters.filter(({ name }) => names.includes(name));
}

function selectBenchmarks(
  adapters: readonly CheckableAdapter[],
  { benchmark: ids = [], size: sizes = [] }: CompareAdaptersOptions,
): readonly Benchmark[] {
  const selected = benchmarks
    .filter(({ id }) => ids.length === 0 || ids.includes(id))
    .filter(({ profile }) => adapters.some((adapter) => adapter.profile === profile));
  if (selected.length === 0) {
    throw new UsageError(`Nothing to measure: ${ids.join(", ")} and the adapters are of different profiles`);
  }
  for (const { id, sizes: usual } of selected) {
    const smallest = Math.min(...usual);
    const tooSmall = sizes.find((size) => size < smallest);
    if (tooSmall !== undefined) {
      throw new UsageError(`Expected a size from ${smallest} on for ${id}, got ${tooSmall}`);
    }
  }
  return selected;
}
