import { interleave, type BlockTimes, type Contestants, type Role } from "./interleave.ts";
import type { Meter } from "./meter.ts";

/** Every order in which three can be loaded. */
export const ORDERS: readonly (readonly Role[])[] = [
  ["base", "head", "control"],
  ["control", "head", "base"],
  ["head", "control", "base"],
  ["base", "control", "head"],
  ["control", "base", "head"],
  ["head", "base", "control"],
];

/**
 * Measures one set of fresh instances for each order of loading.
 *
 * Two instances of the same code differ by some 5 %, for as long as they live: where their machine code and data happen to lie
 * depends on what was compiled before. Longer measuring does not change that; other instances do, and over all orders nobody
 * is in a better place.
 *
 * @param open loads and readies a set, in this order; what it loads must not be an instance of another set.
 * @param first index of the order to begin with: the first set is loaded into a younger process than the others.
 * @param timeMs of all sets, in ms of processor time.
 * @throws WorkNotDoneError where somebody does not do the work.
 */
export async function measure(
  open: (order: readonly Role[]) => Promise<Contestants>,
  first: number,
  timeMs: number,
  meter: Meter,
): Promise<readonly BlockTimes[]> {
  const sets: BlockTimes[] = [];
  for (let set = 0; set < ORDERS.length; set += 1) {
    const order = ORDERS[(first + set) % ORDERS.length] ?? [];
    const contestants = await open(order);
    sets.push(await interleave(contestants, order, timeMs / ORDERS.length, meter));
    for (const opened of Object.values(contestants)) await opened.close();
  }
  return sets;
}
