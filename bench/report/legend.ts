import type { Spread } from "../statistics/quantiles.ts";

/** What the columns of a comparison mean, on a terminal and on a page. */
export const LEGEND =
  "p50 to p999: time of one operation. ops/s: over all of the time, rare slow ones included. x floor: ratio to the floor " +
  "in the same round, median over the rounds (least-greatest): not p50 over p50. noisy: the greatest is over twice the least.";

/** A ratio whose rounds differ more than this says nothing. */
const SPREAD_MAX = 2;

/** How many times the floor, with its spread; or that the rounds agree too little to say. */
export function timesFloor({ median, min, max }: Spread): string {
  const what = max > SPREAD_MAX * min ? "noisy" : median.toFixed(2);
  return `${what} (${min.toFixed(2)}-${max.toFixed(2)})`;
}
