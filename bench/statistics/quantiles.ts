/**
 * The quantile of sorted numbers, interpolated between the two that are nearest; NaN where there are none.
 *
 * @param probability from 0, the least, to 1, the greatest.
 */
export function quantile(sorted: readonly number[], probability: number): number {
  const place = (sorted.length - 1) * probability;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export function sortedNumbers(values: readonly number[]): readonly number[] {
  return values.toSorted((a, b) => a - b);
}

/**
 * Half of the values are no larger, half no smaller; with an even number of them the mean of the middle two.
 *
 * @example
 * ```ts
 * median([3, 1, 2, 100]); // 2.5
 * ```
 */
export function median(values: readonly number[]): number {
  return quantile(sortedNumbers(values), 0.5);
}

/** Three quarters of the values are no smaller. */
export function lowerQuartile(values: readonly number[]): number {
  return quantile(sortedNumbers(values), 0.25);
}

/** Median, least and greatest. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = sortedNumbers(values);
  return { median: quantile(sorted, 0.5), min: quantile(sorted, 0), max: quantile(sorted, 1) };
}
