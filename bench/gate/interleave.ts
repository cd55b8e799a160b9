import { lowerQuartile } from "../statistics/quantiles.ts";
import type { Opened } from "../suites/benchmark.ts";
import { calibrate, timeBlock, type BlockSize } from "./block.ts";
import type { Meter } from "./meter.ts";

/** Who is measured: `control` is base once more. */
export type Role = "base" | "head" | "control";

/** The same benchmark, ready on an instance of each. */
export type Contestants = Readonly<Record<Role, Opened>>;

/** Nanoseconds for each operation. */
export type Times = Readonly<Record<Role, number>>;

/** How long each is run before it counts, as a share of what is measured: compilers optimise in several steps. */
const WARM_UP = 0.5;

/** The fewest rounds. */
const ROUNDS_MIN = 6;

/**
 * Measures everybody in turn, in short blocks in the order A B C C B A, then B C A A C B, and so on: a machine that gets faster
 * or slower favours nobody, and each follows itself, and finds its own traces in the caches of the processor, equally often.
 *
 * The time of each is the lower quartile of its blocks. Where others are given the processor, or garbage is collected, it makes
 * blocks longer and none shorter; a median would still move with how many of them that was.
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
): Promise<Times> {
  const block = await settle(contestants, order, WARM_UP * timeMs, { now, cpu });
  const blocks: Readonly<Record<Role, number[]>> = { base: [], head: [], control: [] };
  const end = cpu() + timeMs;
  for (let round = 0; round < ROUNDS_MIN || cpu() < end; round += 1) {
    const first = round % order.length;
    const turn = [...order.slice(first), ...order.slice(0, first)];
    for (const role of [...turn, ...turn.toReversed()]) {
      blocks[role].push(await timeBlock(contestants[role], block, now));
    }
  }
  const ns = (role: Role): number => (1e6 * lowerQuartile(blocks[role])) / (block.times * block.repeats);
  return { base: ns("base"), head: ns("head"), control: ns("control") };
}

/**
 * Warms all up, in turn and each for as long, and finds the size of a block on what is warm. A slow head must not take the
 * time of the others: base would be warmer than its copy.
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
  return calibrate(contestants.base, now);
}
