import type { Sample } from "../statistics/decision.ts";
import { lowerQuartile, median } from "../statistics/quantiles.ts";
import { ContenderError } from "./contestants.ts";
import type { BlockTimes, Role } from "./interleave.ts";

/** What one process measured. */
export interface Measurement extends Sample {
  /** Nanoseconds for each operation: the median over the sets of instances. */
  readonly baseNs: number;
  /** The same of head. */
  readonly headNs: number;
}

/** Nanoseconds for each operation. */
export type Times = Readonly<Record<Role, number>>;

/**
 * The time of each operation: of the blocks of each the lower quartile counts. Where others are given the processor, or
 * garbage is collected, it makes blocks longer and none shorter; a median would still move with how many of them that was.
 */
export function timesOf({ operations, ms }: BlockTimes): Times {
  const ns = (role: Role): number => (1e6 * lowerQuartile(ms[role])) / operations;
  return { base: ns("base"), head: ns("head"), control: ns("control") };
}

/**
 * What the sets of one process come to: the mean of their log-ratios, since over all orders of loading nobody is in a better
 * place.
 *
 * It is computed by whoever decides, and not where head runs: there a head that replaces `Math.log` would judge itself.
 *
 * @throws ContenderError where the times have no ratio, as when operations take none.
 */
export function measurementOf(sets: readonly BlockTimes[]): Measurement {
  const times = sets.map(timesOf);
  const measurement = {
    head: mean(times.map(({ base, head }) => Math.log(head / base))),
    control: mean(times.map(({ base, control }) => Math.log(control / base))),
    baseNs: median(times.map(({ base }) => base)),
    headNs: median(times.map(({ head }) => head)),
  };
  if (Object.values(measurement).every(Number.isFinite)) return measurement;
  throw new ContenderError("base or head: the operations took no time that can be compared");
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
