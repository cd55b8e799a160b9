import type { CheckableAdapter } from "executor-conformance";
import { bestDrain, drainNow } from "../../src/run/drain.ts";
import { realTimers } from "../../src/run/realTimers.ts";
import { WorkNotDoneError, type Benchmark, type Opened } from "../suites/benchmark.ts";
import { count, keepHooksOn, type Counts } from "./hooks.ts";

/** The size at which operations are counted: it is one of every benchmark's. */
const SIZE = 100;

/** Operations of the shorter of two blocks. */
const TIMES = 50;

/**
 * Counts what one operation of an executor makes: the difference of two blocks, over the operations that the longer one has
 * more, so that what belongs to a block is left out. Where a block is one operation, it is counted with the promise that the
 * block is.
 *
 * @throws WorkNotDoneError where the executor does not do the work, or needs more for it than reactions.
 */
export async function countOperation(benchmark: Benchmark, adapter: CheckableAdapter): Promise<Counts> {
  if ((await bestDrain()) !== "synchronous") {
    throw new WorkNotDoneError("this runtime has no synchronous drain, and nothing can be counted without");
  }
  const stop = keepHooksOn();
  try {
    const opened = await benchmark.open(adapter, SIZE);
    // What is made once, on first use, belongs to no operation.
    await countBlock(opened, 1);
    const counts = await countIn(opened);
    await opened.close();
    return counts;
  } finally {
    stop();
  }
}

async function countIn(opened: Opened): Promise<Counts> {
  if (opened.timesMax < 2 * TIMES) return countBlock(opened, 1);
  return perOperation(await countBlock(opened, TIMES), await countBlock(opened, 2 * TIMES));
}

function perOperation(short: Counts, long: Counts): Counts {
  const of = (what: keyof Counts): number => (long[what] - short[what]) / TIMES;
  return { promises: of("promises"), reactions: of("reactions"), timers: of("timers"), listeners: of("listeners") };
}

async function countBlock(opened: Opened, times: number): Promise<Counts> {
  await opened.prepare(times);
  return new Promise((resolve, reject) => {
    realTimers.setImmediate(() => {
      try {
        resolve(countNow(opened, times));
      } catch (error) {
        reject(error);
      }
    });
  });
}

/** Counts one block, from a macrotask. */
function countNow(opened: Opened, times: number): Counts {
  let block: void | Promise<void> = undefined;
  const counts = count(() => {
    block = opened.run(times);
    drainNow();
  });
  if (isSettled(block)) return counts;
  throw new WorkNotDoneError("an operation takes more than reactions");
}

/** Whether a promise is settled; to be asked from a macrotask. What it was rejected with is told again by `close`. */
function isSettled(promise: void | Promise<void>): boolean {
  if (promise === undefined) return true;
  let settled = false;
  const note = (): void => {
    settled = true;
  };
  promise.then(note, note);
  drainNow();
  return settled;
}
