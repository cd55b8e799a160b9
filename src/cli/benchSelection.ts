import { FLOOR } from "../../bench/floor/name.ts";
import { missingCapabilities, type Benchmark } from "../../bench/suites/benchmark.ts";
import { benchmarks } from "../../bench/suites/index.ts";
import { assertKnown } from "../explore/nearest.ts";
import { readAdapters } from "../explore/readAdapters.ts";
import { UsageError } from "../explore/usageError.ts";
import type { CheckableAdapter } from "../profiles/index.ts";
import { visible } from "../report/text.ts";
import { loadDefaultExport } from "../supervise/loadModule.ts";
import type { Session } from "./session.ts";

/** What is to be measured. */
export interface MeasuredSelection {
  /** Ids; absent: all of the profiles of the adapters. */
  readonly benchmark?: readonly string[];
  /** Names; absent: all of the modules. */
  readonly adapter?: readonly string[];
  /** Absent: those of each benchmark. */
  readonly size?: readonly number[];
}

/** The adapters of some modules, and the benchmarks of their profiles. */
export interface Measurable {
  readonly adapters: readonly CheckableAdapter[];
  readonly selected: readonly Benchmark[];
}

/**
 * Selects what is to be measured, and tells of each adapter that no benchmark is left for.
 *
 * @throws UsageError when something is unknown, nothing is left to measure, or nobody can be measured by what was named.
 */
export async function selectMeasured(
  paths: readonly string[],
  selection: MeasuredSelection,
  session: Session,
): Promise<Measurable> {
  assertKnown(
    "benchmark",
    selection.benchmark ?? [],
    benchmarks.map(({ id }) => id),
  );
  const adapters = selectAdapters(await loadAll(paths, session), selection.adapter ?? []);
  const selected = selectBenchmarks(adapters, selection);
  const leftOut = adapters.filter(({ profile }) => selected.every((one) => one.profile !== profile));
  if (leftOut.length > 0) {
    session.terminal.write([
      ...leftOut.map(
        ({ name, profile }) => `${visible(name)}: not measured, no selected benchmark is of the profile ${profile}`,
      ),
      "",
    ]);
  }
  return { adapters, selected };
}

async function loadAll(paths: readonly string[], { containment }: Session): Promise<readonly CheckableAdapter[]> {
  const all: CheckableAdapter[] = [];
  for (const path of paths) {
    for (const adapter of readAdapters(await loadDefaultExport(path, containment), path)) {
      if (adapter.name === FLOOR) {
        throw new UsageError(
          `Expected another name than ${FLOOR} for an adapter of ${path}: executors are measured beside one of that name, rename it`,
        );
      }
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
  { benchmark: ids = [], size: sizes = [] }: MeasuredSelection,
): readonly Benchmark[] {
  const selected = benchmarks
    .filter(({ id }) => ids.length === 0 || ids.includes(id))
    .filter(({ profile }) => adapters.some((adapter) => adapter.profile === profile));
  for (const one of benchmarks.filter(({ id }) => ids.includes(id))) assertFits(one, adapters);
  for (const { id, sizes: usual } of selected) {
    const smallest = Math.min(...usual);
    const tooSmall = sizes.find((size) => size < smallest);
    if (tooSmall !== undefined) {
      throw new UsageError(`Expected a size from ${smallest} on for ${id}, got ${tooSmall}`);
    }
  }
  return selected;
}

/** @throws UsageError for a benchmark that was named, and that none of the adapters can be measured by. */
function assertFits(benchmark: Benchmark, adapters: readonly CheckableAdapter[]): void {
  const { id, profile, capabilities = [] } = benchmark;
  const own = adapters.filter((adapter) => adapter.profile === profile);
  if (own.some((adapter) => missingCapabilities(benchmark, adapter).length === 0)) return;
  const why =
    own.length === 0
      ? `no adapter here is of the profile ${profile}`
      : `no adapter here declares ${capabilities.join(", ")}`;
  throw new UsageError(`Nothing to measure by ${id}: ${why}; leave it out`);
}
