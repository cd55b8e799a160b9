/**
 * The median: half of the values are no larger, half no smaller; with an even number of them the mean of the middle two.
 *
 * @returns `NaN` for no values.
 * @example
 * ```ts
 * median([3, 1, 2, 100]); // 2.5
 * ```
 */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}
