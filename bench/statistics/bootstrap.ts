import { median } from "./quantiles.ts";
import { seededRandom } from "./seededRandom.ts";

/** What a sample says of the median of the population that it was drawn from. */
export interface Estimate {
  readonly median: number;
  /** The lower bound of the interval. */
  readonly lower: number;
  /** The upper bound of the interval. */
  readonly upper: number;
}

export interface BootstrapOptions {
  readonly seed: number;
  /** 10,000 unless given. */
  readonly resamples?: number;
  /** The share of the resampled medians that lies inside the interval; 0.95 unless given. */
  readonly confidence?: number;
}

/**
 * The median and its percentile bootstrap interval (Efron and Tibshirani, "An Introduction to the Bootstrap", chapter 13):
 * the sample is drawn again from itself, with replacement, and the middle part of the medians of those draws is the
 * interval. It assumes nothing of the distribution. Equal values and seeds give equal intervals, in whatever order the values
 * are.
 *
 * @returns `NaN` three times for no values.
 * @throws RangeError for a value that is not finite: it would have a place among the others, and mean nothing.
 * @example
 * ```ts
 * const { lower, upper } = bootstrapMedian([0.9, 1, 1.1, 1.02, 0.98], { seed: 1 });
 * ```
 */
export function bootstrapMedian(values: readonly number[], options: BootstrapOptions): Estimate {
  const { seed, resamples = 10_000, confidence = 0.95 } = options;
  const odd = values.find((value) => !Number.isFinite(value));
  if (odd !== undefined) throw new RangeError(`Expected finite values, got ${odd}`);
  const sorted = Float64Array.from(values).toSorted();
  const random = seededRandom(seed);
  const medians = Float64Array.from({ length: resamples }, () => medianOfDraw(sorted, random)).toSorted();
  const outside = (1 - confidence) / 2;
  return {
    median: median(values),
    lower: medians[Math.floor(outside * (resamples - 1))] ?? Number.NaN,
    upper: medians[Math.ceil((1 - outside) * (resamples - 1))] ?? Number.NaN,
  };
}

/** Counting how often each place of a sorted sample was drawn finds the median without sorting the draw. */
function medianOfDraw(sorted: Float64Array, random: () => number): number {
  const { length } = sorted;
  const drawn = new Uint16Array(length);
  for (let draw = 0; draw < length; draw += 1) {
    const place = Math.floor(random() * length);
    drawn[place] = (drawn[place] ?? 0) + 1;
  }
  const middle = (length - 1) / 2;
  return (valueAt(sorted, drawn, Math.floor(middle)) + valueAt(sorted, drawn, Math.ceil(middle))) / 2;
}

/** The value that stands at a rank of the draw, counted from 0. */
function valueAt(sorted: Float64Array, drawn: Uint16Array, rank: number): number {
  let seen = 0;
  for (let place = 0; place < sorted.length; place += 1) {
    seen += drawn[place] ?? 0;
    if (seen > rank) return sorted[place] ?? Number.NaN;
  }
  return Number.NaN;
}
