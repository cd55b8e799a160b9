import type { CheckableAdapter } from "executor-conformance";
import { floorOf } from "../floor/index.ts";
import type { Cell, ComparedBenchmark, Contender } from "../report/comparison.ts";
import { missingCapabilities, NotMeasurableError, SlowFillError, type Benchmark } from "../suites/benchmark.ts";
import { describeFailure } from "../suites/failure.ts";
import { measuredCell } from "./figures.ts";
import { slopesOf } from "./slope.ts";
import { takeTurn, type Turn, type TurnOptions } from "./turn.ts";

/** How a comparison is measured. */
export interface CompareOptions {
  /** Milliseconds for each contender at each size, over all rounds. */
  readonly timeMs: number;
  readonly rounds: number;
  /** Sizes instead of those of the benchmarks. */
  readonly sizes?: readonly number[];
  /** Operations of a block; absent: found by measuring. */
  readonly operations?: number;
  readonly now: () => number;
  /** Told before each size of each benchmark. */
  readonly onProgress?: (benchmark: Benchmark, size: number) => void;
  /** Told before each turn. */
  readonly onTurn?: (benchmark: Benchmark, adapter: CheckableAdapter, size: number) => void;
}

/**
 * Measures adapters of the profile of a benchmark, and the floor, in one process.
 *
 * At each size they take turns, in an order that changes from round to round, so that a machine that gets slower or faster
 * favours none; each turn has an executor of its own, so that no layout of memory does either. The first round only warms up.
 */
export async function compareOn(
  benchmark: Benchmark,
  adapters: readonly CheckableAdapter[],
  options: CompareOptions,
): Promise<ComparedBenchmark> {
  const floor = floorOf(benchmark);
  const able = [floor, ...adapters.filter((adapter) => missingCapabilities(benchmark, adapter).length === 0)];
  const cells = new Map<CheckableAdapter, Cell[]>(able.map((adapter) => [adapter, []]));
  for (const size of options.sizes ?? benchmark.sizes) {
    options.onProgress?.(benchmark, size);
    for (const [adapter, cell] of await compareAt(benchmark, able, size, options)) cells.get(adapter)?.push(cell);
  }
  const { id, profile, text, counts } = benchmark;
  const contenders = [floor, ...adapters].map((adapter) => contenderOf(benchmark, adapter, cells.get(adapter)));
  return { id, profile, text, counts, contenders };
}

/** The turns of one contender at one size, until one of them failed. */
interface Entry {
  readonly adapter: CheckableAdapter;
  readonly turns: Turn[];
  failure?: Cell;
}

async function compareAt(
  benchmark: Benchmark,
  adapters: readonly CheckableAdapter[],
  size: number,
  options: CompareOptions,
): Promise<ReadonlyMap<CheckableAdapter, Cell>> {
  const entries: readonly Entry[] = adapters.map((adapter) => ({ adapter, turns: [] }));
  const { rounds, timeMs, now, operations } = options;
  const turn: TurnOptions = { timeMs: timeMs / rounds, now, ...(operations === undefined ? {} : { operations }) };
  for (let round = 0; round <= rounds; round += 1) {
    const first = round % entries.length;
    for (const entry of [...entries.slice(first), ...entries.slice(0, first)]) {
      if (entry.failure !== undefined) continue;
      options.onTurn?.(benchmark, entry.adapter, size);
      try {
        const taken = await takeTurn(benchmark, entry.adapter, size, turn);
        if (round > 0) entry.turns.push(taken);
      } catch (error) {
        // The floor is the kit's own: what it throws is nobody's failure.
        if (entry === entries[0]) throw error;
        entry.failure = failureOf(size, error);
      }
    }
  }
  const floor = entries[0]?.turns ?? [];
  return new Map(
    entries.map(({ adapter, turns, failure }, index) => [
      adapter,
      failure ?? measuredCell(size, turns, index === 0 ? undefined : floor),
    ]),
  );
}

function failureOf(size: number, error: unknown): Cell {
  if (error instanceof SlowFillError) return { state: "too-slow", size, message: error.message };
  if (error instanceof NotMeasurableError) return { state: "not-measurable", size, message: error.message };
  return { state: "error", size, message: describeFailure(error) };
}

function contenderOf(benchmark: Benchmark, adapter: CheckableAdapter, cells: readonly Cell[] | undefined): Contender {
  const { name, version } = adapter;
  const who = { name, ...(version === undefined ? {} : { version }) };
  if (cells === undefined) return { state: "not-applicable", ...who, lacks: missingCapabilities(benchmark, adapter) };
  const slopes = slopesOf(
    cells.flatMap((cell) => (cell.state === "measured" ? [{ size: cell.size, value: cell.latency.p50 }] : [])),
  );
  return { state: "measured", ...who, cells, ...slopes };
}
