import type { Comparison } from "../report/comparison.ts";
import { measuredIn } from "../report/measured.ts";
import { exportName, middleHalf } from "./exported.ts";

/**
 * The medians for the GitHub action benchmark-action/github-action-benchmark, with `tool: customSmallerIsBetter`: an array of
 * `{ name, unit, value, range, extra }`.
 */
export function toGithubActionBenchmark(comparison: Comparison): string {
  const entries = measuredIn(comparison).map((measured) => {
    const { latency, ratio } = measured.cell;
    const { lower, upper } = middleHalf(measured.cell);
    const extra = [`p99 ${rounded(latency.p99)} ns/op`];
    if (ratio !== undefined) extra.push(`${ratio.median.toFixed(2)} times the floor`);
    return {
      name: exportName(measured),
      unit: "ns/op",
      value: latency.p50,
      range: `± ${rounded((upper - lower) / 2)}`,
      extra: extra.join("\n"),
    };
  });
  return `${JSON.stringify(entries, undefined, 2)}\n`;
}

function rounded(ns: number): number {
  return Number(ns.toPrecision(3));
}
