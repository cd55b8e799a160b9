/** What the host of one run looks like. */
export interface LaneSetup {
  /** `maxConcurrentTools`; below one only with [clamp]. A word stands for what JSON cannot hold. */
  readonly width: number | "NaN";
  /** While the kit grants the rest, fresh batches keep coming as long as one of the scenario waits. */
  readonly arrivals?: true;
}

/** The width that a lane has to work with: whatever is below one, or no number, counts as one. */
export function widthOf({ width }: LaneSetup): number {
  return width === "NaN" || !(width >= 1) ? 1 : width;
}
