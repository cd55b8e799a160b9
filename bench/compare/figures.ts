import type { MeasuredCell } from "../report/comparison.ts";
import { quantile, sortedNumbers, spreadOf } from "../statistics/quantiles.ts";
import type { Turn } from "./turn.ts";

/** In steps of a twentieth, both ends included. */
const PROBABILITIES = Array.from({ length: 21 }, (_, index) => index / 20);

/** The figures of one contender at one size. @param floor the turns of the floor in the same rounds; absent for itself. */
export function measuredCell(size: number, turns: readonly Turn[], floor: readonly Turn[] | undefined): MeasuredCell {
  const sorted = sortedNumbers(turns.flatMap(({ samples }) => samples));
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  return {
    state: "measured",
    size,
    latency: {
      min: quantile(sorted, 0),
      p50: quantile(sorted, 0.5),
      p75: quantile(sorted, 0.75),
      p99: quantile(sorted, 0.99),
      p999: quantile(sorted, 0.999),
      max: quantile(sorted, 1),
      mean,
    },
    throughput: 1e9 / mean,
    samples: sorted.length,
    operationsPerSample: quantile(sortedNumbers(turns.map(({ operations }) => operations)), 0.5),
    quantiles: PROBABILITIES.map((probability) => quantile(sorted, probability)),
    ...(floor === undefined
      ? {}
      : { ratio: spreadOf(turns.map((turn, round) => medianOf(turn) / medianOf(floor[round]))) }),
    warnings: [...new Set(turns.flatMap(({ warnings }) => warnings))],
  };
}

function medianOf(turn: Turn | undefined): number {
  return quantile(sortedNumbers(turn?.samples ?? []), 0.5);
}
