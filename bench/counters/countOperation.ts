import type { CheckableAdapter } from "executor-conformance";
import { bestDrain, drainNow } from "../../src/run/drain.ts";
import { realTimers } from "../../src/run/realTimers.ts";
import { NotMeasurableError, type Benchmark, type Opened } from "../suites/benchmark.ts";
import { within } from "../suites/within.ts";
import { count, keepHooksOn, type Counts } from "./hooks.ts";

/** The size at which operations are counted: it is one of every benchmark's. */
const SIZE = 100;

/** Operations of the shorter of two blocks. */
const TIMES = 50;

/** How long, in ms, an executor may take to end a block, and to be closed. */
const COUNT_MS_MAX = 20_000;

/** So many times that it may take to be set up: creation and filling have limits of their own, which say more. */
const SET_UP_TIMES = 3;

/**
 * Counts what one operation of an executor makes: the difference of two blocks, over the operations that the longer one has
 * more, so that what belongs to a block is left out. Where a block is one operation, it is counted with the promise that the
 * block is.
 *
 * @throws WorkNotDoneError where the executor does not do the work, or does not come to an end; NotMeasurableError where it
 *   needs more for it than reactions; whatever `open` and the executor throw.
 */
export async function countOperation(
  benchmark: Benchmark,
  adapter: CheckableAdapter,
  msMax = COUNT_MS_MAX,
): Promise<Counts> {
  if ((await bestDrain()) !== "synchronous") {
    throw new NotMeasurableError("this runtime has no synchronous drain, and nothing can be counted without");
  }
  const stop = keepHooksOn();
  try {
    const opened = await within(SET_UP_TIMES * msMax, benchmark.open(adapter, SIZE), "the executor was not set up");
    const counts = await countIn(opened, msMax);
    // What does more than can be counted has to do its work as well.
    await within(msMax, opened.close(), "the executor was not closed");
    if (counts === undefined) throw new NotMeasurableError("an operation takes more than reactions");
    return counts;
  } finally {
    stop();
  }
}

/** @returns undefined where an operation takes more than reactions. */
async function countIn(opened: Opened, msMax: number): Promise<Counts | undefined> {
  // What is made once, on first use, belongs to no operation.
  const first = await countBlock(opened, 1, msMax);
  if (first === undefined) return undefined;
  if (opened.timesMax < 2 * TIMES) return countBlock(opened, 1, msMax);
  const short = await countBlock(opened, TIMES, msMax);
  const long = short && (await countBlock(opened, 2 * TIMES, msMax));
  return long && perOperation(short, long);
}

function perOperation(short: Counts, long: Counts): Counts {
  const of = (what: keyof Counts): number => (long[what] - short[what]) / TIMES;
  return { promises: of("promises"), reactions: of("reactions"), timers: of("timers"), listeners: of("listeners") };
}

async function countBlock(opened: Opened, times: number, msMax: number): Promise<Counts | undefined> {
  await within(msMax, opened.prepare(times), "a block was not ready");
  const { counts, rest } = await new Promise<CountedBlock>((resolve, reject) => {
    realTimers.setImmediate(() => {
      try {
        resolve(countNow(opened, times));
      } catch (error) {
        reject(error);
      }
    });
  });
  if (rest === undefined) return counts;
  await within(msMax, rest, "an operation did not end");
  return undefined;
}

/** A block that was run. */
interface CountedBlock {
  readonly counts: Counts;
  /** The block, where it had not come to its end: the counts are not whole then. */
  readonly rest: Promise<void> | undefined;
}

/** Counts one block, from a macrotask. What a block is rejected with is told again by `close`. */
function countNow(opened: Opened, times: number): CountedBlock {
  const block: { rest?: Promise<void>; watched: number } = { watched: 0 };
  const ended = (): void => {
    delete block.rest;
  };
  const { promises, reactions, ...others } = count(() => {
    const running = opened.run(times);
    if (running !== undefined) {
      block.rest = running;
      // Watched before the drain: there it is told which rejections nobody handles.
      running.then(ended, ended);
      block.watched = 1;
    }
    drainNow();
  });
  // To watch it makes one promise, and one reaction at its end.
  const counts = { promises: promises - block.watched, reactions: reactions - block.watched, ...others };
  return { counts, rest: block.rest };
}
