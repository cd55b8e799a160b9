import type { Opened } from "../suites/benchmark.ts";

/** A clock in ms. */
export type Clock = () => number;

/** How much work a block is: `repeats` times `times` operations, which is the same for everybody it compares. */
export interface BlockSize {
  /** Operations between two looks at the clock. */
  readonly times: number;
  readonly repeats: number;
}

/** The time in ms that one block took; what prepares and undoes its operations is not counted. */
export async function timeBlock(opened: Opened, { times, repeats }: BlockSize, now: Clock): Promise<number> {
  let ms = 0;
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const preparing = opened.prepare(times);
    if (preparing !== undefined) await preparing;
    const start = now();
    const running = opened.run(times);
    if (running !== undefined) await running;
    ms += now() - start;
  }
  return ms;
}

/** A block is to take this long, in ms: above the grain of the clock, below what a scheduler lets a process run. */
const BLOCK_MS = 0.15;

/** Where preparing costs much more than what is measured, a block ends up shorter. */
const REPEATS_MAX = 256;

/**
 * Finds a block size that takes about 0.2 ms, between 0.1 and 1 ms where operations are that short. It doubles what it
 * tries, so that a compiler has seen the code before the size is settled.
 */
export async function calibrate(opened: Opened, now: Clock): Promise<BlockSize> {
  const timesMax = Math.max(1, opened.timesMax);
  let block: BlockSize = { times: 1, repeats: 1 };
  while ((await bestOf(opened, block, now)) < BLOCK_MS) {
    if (2 * block.times <= timesMax) block = { ...block, times: 2 * block.times };
    else if (block.repeats < REPEATS_MAX) block = { ...block, repeats: 2 * block.repeats };
    else break;
  }
  return block;
}

/** The shortest of three: whatever disturbed the others is no property of the block. */
async function bestOf(opened: Opened, block: BlockSize, now: Clock): Promise<number> {
  let best = Infinity;
  for (let attempt = 0; attempt < 3; attempt += 1) best = Math.min(best, await timeBlock(opened, block, now));
  return best;
}
