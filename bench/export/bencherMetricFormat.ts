import type { Comparison } from "../report/comparison.ts";
import { measuredIn } from "../report/measured.ts";
import { exportName, middleHalf } from "./exported.ts";

/**
 * The medians in the Bencher Metric Format (https://bencher.dev/docs/reference/bencher-metric-format/): by the name of a
 * benchmark its measures, each with a value and bounds. `latency` is Bencher's own measure, in nanoseconds.
 */
export function toBencherMetricFormat(comparison: Comparison): string {
  const metrics = measuredIn(comparison).map((measured) => {
    const { lower, upper } = middleHalf(measured.cell);
    const latency = { value: measured.cell.latency.p50, lower_value: lower, upper_value: upper };
    return [exportName(measured), { latency }];
  });
  return `${JSON.stringify(Object.fromEntries(metrics), undefined, 2)}\n`;
}
