import type { MeasuredCell } from "../report/comparison.ts";
import type { Measured } from "../report/measured.ts";

/** The name that other tools keep a line of: the same from run to run, and different for whatever is measured apart. */
export function exportName({ benchmark, adapter, cell }: Measured): string {
  return `${benchmark} at ${cell.size} (${adapter})`;
}

/** Between which times the middle half of the blocks lies, in nanoseconds for one operation. */
export function middleHalf({ quantiles, latency }: MeasuredCell): { readonly lower: number; readonly upper: number } {
  const at = (probability: number): number =>
    quantiles[Math.round(probability * (quantiles.length - 1))] ?? latency.p50;
  return { lower: at(0.25), upper: at(0.75) };
}
