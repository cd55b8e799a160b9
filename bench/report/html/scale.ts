/** A logarithmic scale: where values stand on an axis, in pixels, and which of them are written beside it. */
export interface Scale {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

/**
 * A scale that has room for all values, between two places in pixels. Ticks are powers of ten, with twos and fives between
 * them where there are few.
 */
export function logScale(values: readonly number[], from: number, to: number): Scale {
  const positive = values.filter((value) => value > 0);
  const least = Math.log10(Math.min(...positive));
  const greatest = Math.log10(Math.max(...positive));
  const [low, high] = greatest - least < 0.3 ? [least - 0.15, greatest + 0.15] : [least, greatest];
  const steps = high - low > 2 ? [1] : [1, 2, 5];
  const ticks: number[] = [];
  for (let power = Math.floor(low); power <= Math.ceil(high); power += 1) {
    for (const step of steps) ticks.push(step * 10 ** power);
  }
  const at = (value: number): number => from + ((Math.log10(value) - low) / (high - low)) * (to - from);
  return { at, ticks: ticks.filter((tick) => Math.log10(tick) >= low && Math.log10(tick) <= high) };
}
