import type { Scenario, Step } from "../../contract/scenario.ts";
import { countMisnamed, countNames } from "./names.ts";
import type { Simplification } from "./simplification.ts";

/**
 * What a scenario asks of a reader, the weightiest part first. It is a total order without infinite descent, so that
 * whoever goes on to a scenario that costs less comes to an end.
 */
export type Cost = readonly (number | string)[];

/**
 * Fewer steps cost less; then fewer tight gaps, fewer hops, fewer deviations from what is usual, plain names, and last an
 * order in which things happen as they arrive.
 */
export function costOf<S extends Step, Setup extends object>(
  { steps, setup }: Scenario<S, Setup>,
  measure: Simplification<S, Setup>,
): Cost {
  let [tight, hops, weight] = [0, 0, 0];
  for (const step of steps) {
    if (step.gap !== undefined) tight += 1;
    if (typeof step.gap === "number") hops += step.gap;
    weight += measure.weight(step);
  }
  const order = steps.flatMap((step) => [measure.order.indexOf(step.op), JSON.stringify(step)]);
  return [
    steps.length,
    tight,
    hops,
    measure.weightOfSetup(setup),
    weight,
    countNames(steps, measure),
    countMisnamed(steps, measure),
    ...order,
    JSON.stringify(setup),
  ];
}

/** Negative: `a` costs less than `b`. */
export function compareCosts(a: Cost, b: Cost): number {
  for (const [index, part] of a.entries()) {
    const other = b[index];
    if (other === undefined || part > other) return 1;
    if (part < other) return -1;
  }
  return a.length - b.length;
}
