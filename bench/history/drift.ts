import { median } from "../statistics/quantiles.ts";
import type { Series } from "./series.ts";

/** Runs on either side of the comparison. */
const WINDOW = 10;

/** A series of fewer runs is not judged. */
export const DRIFT_RUNS_MIN = 2 * WINDOW;

/** From which change on it is told, as a share. */
const DRIFT_MIN = 0.1;

/** An executor that has become slower little by little, in steps that no single comparison would show. */
export interface Drift {
  readonly series: Series;
  /** Median ratio to the floor of the ten runs before the last ten. */
  readonly before: number;
  /** Median ratio to the floor of the last ten runs. */
  readonly after: number;
}

/**
 * The series whose last ten ratios to the floor have a median more than 10 % above that of the ten before. A series of fewer
 * than twenty runs has not drifted yet.
 */
export function driftsOf(all: readonly Series[]): readonly Drift[] {
  return all.flatMap((series) => {
    const ratios = series.points.map(({ ratio }) => ratio);
    if (ratios.length < DRIFT_RUNS_MIN) return [];
    const before = median(ratios.slice(-2 * WINDOW, -WINDOW));
    const after = median(ratios.slice(-WINDOW));
    return after > (1 + DRIFT_MIN) * before ? [{ series, before, after }] : [];
  });
}

/** What is to be said of a drift. */
export function describeDrift({ series, before, after }: Drift): string {
  const { benchmark, size, adapter, machine } = series;
  const percent = Math.round(100 * (after / before - 1));
  return (
    `${benchmark} at ${size} (${adapter}; ${machine}) drifts: the last ${WINDOW} runs took ${after.toFixed(2)} times the ` +
    `floor, the ${WINDOW} before them ${before.toFixed(2)} times: ${percent} % more`
  );
}
