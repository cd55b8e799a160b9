import type { Opened } from "../suites/benchmark.ts";
import { calibrate, timeBlock, type BlockSize } from "./block.ts";
import type { Meter } from "./meter.ts";

/** Everybody who is measured: `control` is base once more. */
export const ROLES = ["base", "head", "control"] as const;

export type Role = (typeof ROLES)[number];

/** The same benchmark, ready on an instance of each. */
export type Contestants = Readonly<Record<Role, Opened>>;

/** What the blocks of one set of instances took. */
export interface BlockTimes {
  /** Of each block, which is as many for everybody. */
  readonly operations: number;
  /** The time of each block, in ms. */
  readonly ms: Readonly<Record<Role, readonly number[]>>;
}

/** How long each is run before it counts, as a share of what is measured: compilers optimise in several steps. */
const WARM_UP = 0.5;

/** The fewest rounds. */
export const ROUNDS_MIN = 6;

/**
 * Measures everybody in turn, in short blocks in the order A B C C B A, then B C A A C B, and so on: a machine that gets faster
 * or slower favours nobody, and each follows itself, and finds its own traces in the caches of the processor, equally often.
 *
 * @param order who begins, in warming up and in the first round.
 * @param timeMs how long is measured, in ms of processor time, as far as the fewest rounds allow.
 * @throws WorkNotDoneError where somebody does not do the work.
 */
export async function interleave(
  contestants: Contestants,
  order: readonly Role[],
  timeMs: number,
  { now, cpu }: Meter,
): Promise<BlockTimes> {
  const block = await settle(contestants, order, WARM_UP * timeMs, { now, cpu });
  const ms: Readonly<Record<Role, number[]>> = { base: [], head: [], control: [] };
  const end = cpu() + timeMs;
  for (let round = 0; round < ROUNDS_MIN || cpu() < end; round += 1) {
    const first = round % order.length;
    const turn = [...order.slice(first), ...order.slice(0, first)];
    for (const role of [...turn, ...turn.toReversed()]) {
      ms[role].push(await timeBlock(contestants[role], block, now));
    }
  }
  return { operations: block.times * block.repeats, ms };
}

/**
 * Warms all up, in turn and each for as long, and finds the size of a block on what is warm: that of base, but everybody runs
 * for it. A slow head must not take the time of the others, and base not be warmer than its copy.
 */
async function settle(
  contestants: Contestants,
  order: readonly Role[],
  warmUpMs: number,
  { now, cpu }: Meter,
): Promise<BlockSize> {
  const [first = "base"] = order;
  const cold = await calibrate(contestants[first], now);
  const warmth: Record<Role, number> = { base: 0, head: 0, control: 0 };
  while (order.some((role) => warmth[role] < warmUpMs)) {
    for (const role of order) {
      if (warmth[role] >= warmUpMs) continue;
      const start = cpu();
      await timeBlock(contestants[role], cold, now);
      warmth[role] += cpu() - start;
    }
  }
  const blocks: Partial<Record<Role, BlockSize>> = {};
  for (const role of order) blocks[role] = await calibrate(contestants[role], now);
  return blocks.base ?? cold;
}
