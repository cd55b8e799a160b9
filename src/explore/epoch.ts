import { realTimers } from "../run/realTimers.ts";

/** This moment in ms since the epoch, on a clock that every thread shares. */
export function epochNow(): number {
  return performance.timeOrigin + realTimers.performanceNow();
}
