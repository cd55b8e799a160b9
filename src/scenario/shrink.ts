import type { Scenario, Step } from "../contract/scenario.ts";
import type { ScenarioSpace } from "./space.ts";

/**
 * Simpler scenarios, boldest first: without everything about one name, without a run of steps, without one step; with a
 * gap at rest; with a simpler step; with a simpler host. Every one of them is a scenario, because every sub-list is.
 */
export function* shrinks<S extends Step, Setup extends object>(
  scenario: Scenario<S, Setup>,
  space: ScenarioSpace<S, Setup>,
): IterableIterator<Scenario<S, Setup>> {
  const { steps } = scenario;
  const withSteps = (kept: readonly S[]): Scenario<S, Setup> => ({ ...scenario, steps: kept });
  for (let size = Math.floor(steps.length / 2); size > 1; size = Math.floor(size / 2)) {
    for (let from = 0; from + size <= steps.length; from += size) {
      yield withSteps([...steps.slice(0, from), ...steps.slice(from + size)]);
    }
  }
  const names = new Set(steps.flatMap((step) => space.names(step)));
  if (names.size > 1) {
    for (const name of names) yield withSteps(steps.filter((step) => !space.names(step).includes(name)));
  }
  for (let at = steps.length - 1; at >= 0; at -= 1) yield withSteps(steps.toSpliced(at, 1));
  for (let at = 0; at < steps.length; at += 1) {
    const step = steps[at] as S;
    for (const calmer of calmerGaps(step)) yield withSteps(steps.with(at, calmer));
    for (const simpler of space.simpler(step)) yield withSteps(steps.with(at, simpler));
  }
  for (const setup of space.simplerSetups(scenario.setup)) yield { ...scenario, setup };
}

/** The step with no tight gap, with the same turn, with fewer hops. */
function* calmerGaps<S extends Step>(step: S): IterableIterator<S> {
  if (step.gap === undefined) return;
  const { gap, ...rest } = step;
  yield rest as unknown as S;
  if (typeof gap !== "number") return;
  yield { ...step, gap: "turn" };
  if (gap > 1) yield { ...step, gap: gap - 1 };
}
