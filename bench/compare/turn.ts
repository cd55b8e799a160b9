import type { CheckableAdapter } from "executor-conformance";
import { Bench } from "tinybench";
import { NotMeasurableError, type Benchmark, type Opened } from "../suites/benchmark.ts";
import { within } from "../suites/within.ts";
import { collectGarbage } from "./garbage.ts";

/** How one turn is measured. */
export interface TurnOptions {
  /** Milliseconds of one turn, what is not measured included. */
  readonly timeMs: number;
  /** Operations of a block; absent: as many as take about a tenth of a millisecond, found before the turn. */
  readonly operations?: number;
  /** The clock, in ms. */
  readonly now: () => number;
}

/** What one executor did in one turn. */
export interface Turn {
  /** Nanoseconds for each operation, block by block. */
  readonly samples: readonly number[];
  readonly operations: number;
  /** Why tinybench distrusts them. */
  readonly warnings: readonly string[];
}

/** A block this long is measured well by a clock whose reading costs some 40 ns. */
const BLOCK_MS = 0.1;

/** The fewest blocks of a turn, however long they take. */
const BLOCKS_MIN = 3;

/** The longest that a turn may take, set-up included. */
const TURN_MS_MAX = 120_000;

/**
 * Sets an executor up, lets tinybench measure blocks of operations, and verifies what was done.
 *
 * @throws WorkNotDoneError where the executor does not do what is measured; NotMeasurableError where it may do what it does;
 * whatever `open` and the executor throw.
 */
export async function takeTurn(
  benchmark: Benchmark,
  adapter: CheckableAdapter,
  size: number,
  options: TurnOptions,
): Promise<Turn> {
  collectGarbage();
  const progress: Progress = { late: "the executor was not set up" };
  const measuring = measure(async () => toldOf(progress, await benchmark.open(adapter, size)), benchmark.id, options);
  return within(TURN_MS_MAX, measuring, () => progress.late);
}

/** Where a turn is. */
interface Progress {
  /** What did not come, where the turn ends here for want of time. */
  late: string;
}

/** The same, with every step outside of what is measured noted. */
function toldOf(progress: Progress, opened: Opened): Opened {
  return {
    ...opened,
    async prepare(times) {
      progress.late = "a block was not ready";
      await opened.prepare(times);
      progress.late = "an operation did not end";
    },
    close() {
      progress.late = "the executor was not closed";
      return opened.close();
    },
  };
}

async function measure(open: () => Promise<Opened>, name: string, options: TurnOptions): Promise<Turn> {
  const opened = await open();
  const { operations, isAsync } = await warmUp(opened, options);
  const bench = new Bench({
    time: options.timeMs,
    iterations: BLOCKS_MIN,
    now: options.now,
    warmup: false,
    throws: true,
    retainSamples: true,
    // Of a longer block the reading of the clock is no part that counts.
    subtractTimerOverhead: operations === 1,
  });
  const warnings: string[] = [];
  bench.addEventListener("warning", ({ reason }) => warnings.push(reason ?? "unknown"));
  // What is not measured counts against the time of the turn, or small blocks would take it many times over.
  const cost = { overriddenIterationCost: 0 };
  let before = options.now();
  bench.add(
    name,
    () => {
      const running = opened.run(operations);
      if (running === undefined) return cost;
      const done = running.then(() => cost);
      if (isAsync) return done;
      done.catch(() => {});
      throw new NotMeasurableError("its operations ended inside the call at first, and later ones did not");
    },
    {
      async: isAsync,
      async beforeEach() {
        const now = options.now();
        cost.overriddenIterationCost = now - before;
        before = now;
        await opened.prepare(operations);
      },
    },
  );
  const [task] = await bench.run();
  await opened.close();
  const result = task?.result;
  if (result?.state !== "completed") throw new Error(`tinybench left a task ${result?.state ?? "out"}`);
  return { samples: (result.latency.samples ?? []).map((ms) => (ms * 1e6) / operations), operations, warnings };
}

/** Runs blocks, each twice as long as the one before until they are long enough, for the time of a turn. */
async function warmUp(
  opened: Opened,
  { timeMs, now, operations }: TurnOptions,
): Promise<{ readonly operations: number; readonly isAsync: boolean }> {
  const start = now();
  let block = Math.min(operations ?? 1, opened.timesMax);
  let isAsync = false;
  do {
    await opened.prepare(block);
    const before = now();
    const running = opened.run(block);
    if (running !== undefined) {
      isAsync = true;
      await running;
    }
    if (operations === undefined && now() - before < BLOCK_MS) block = Math.min(2 * block, opened.timesMax);
  } while (now() - start < timeMs);
  return { operations: block, isAsync };
}
