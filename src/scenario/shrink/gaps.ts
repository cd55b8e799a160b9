import type { Gap } from "../../contract/scenario.ts";
import { withGap, withStep, withSteps } from "./edit.ts";
import type { Move } from "./move.ts";

/** With every gap at rest. */
export const calmAll: Move = (scenario) => [
  withSteps(
    scenario,
    scenario.steps.map((step) => withGap(step, undefined)),
  ),
];

/** With one gap at rest, then in the same turn, then with fewer hops. */
export const calmGaps: Move = (scenario) =>
  scenario.steps.flatMap((step, at) => calmer(step.gap).map((gap) => withStep(scenario, at, withGap(step, gap))));

function calmer(gap: Gap | undefined): readonly (Gap | undefined)[] {
  if (gap === undefined) return [];
  if (gap === "turn") return [undefined];
  const fewer = [1, Math.floor(gap / 2), gap - 1].filter(
    (hops, index, all) => hops > 0 && hops < gap && all.indexOf(hops) === index,
  );
  return [undefined, "turn", ...fewer];
}
