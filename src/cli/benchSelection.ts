import type { Benchmark } from "../../bench/suites/benchmark.ts";
import { benchmarks } from "../../bench/suites/index.ts";
import { assertKnown } from "../explore/nearest.ts";
import { readAdapters } from "../explore/readAdapters.ts";
import { UsageError } from "../explore/usageError.ts";
import type { CheckableAdapter } from "../profiles/index.ts";
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

/**
 * The adapters of some modules, and the benchmarks of their profiles.
 *
 * @throws UsageError when something is unknown, or nothing is left to measure.
 */
export async function selectMeasured(
  paths: readonly string[],
  selection: MeasuredSelection,
  session: Session,
): Promise<{ readonly adapters: readonly CheckableAdapter[]; readonly selected: readonly Benchmark[] }> {
  assertKnown(
    "benchmark",
    selection.benchmark ?? [],
    benchmarks.map(({ id }) => id),
  );
  const adapters = selectAdapters(await loadAll(paths, session), selection.adapter ?? []);
  return { adapters, selected: selectBenchmarks(adapters, selection) };
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
  { benchmark: ids = [], size: sizes = [] }: MeasuredSelection,
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
