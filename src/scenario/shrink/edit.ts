import type { Gap, Scenario, Step } from "../../contract/scenario.ts";
import type { ScenarioSpace } from "../space.ts";
import { dropped } from "./fields.ts";
import { isPlain, withoutOrphans, withPlainNames } from "./names.ts";

/** With plain names in order; odd ones are kept, as they may matter. */
export function plainly<S extends Step, Setup extends object>(
  scenario: Scenario<S, Setup>,
  space: ScenarioSpace<S, Setup>,
): Scenario<S, Setup> {
  return withPlainNames(scenario, space, (kind, name) => isPlain(kind, name, space));
}

export function withSteps<S extends Step, Setup extends object>(
  scenario: Scenario<S, Setup>,
  steps: readonly S[],
): Scenario<S, Setup> {
  return { ...scenario, steps };
}

export function withStep<S extends Step, Setup extends object>(
  scenario: Scenario<S, Setup>,
  at: number,
  step: S,
): Scenario<S, Setup> {
  return withSteps(scenario, scenario.steps.with(at, step));
}

export function withoutSteps<S extends Step, Setup extends object>(
  scenario: Scenario<S, Setup>,
  space: ScenarioSpace<S, Setup>,
  isDropped: (at: number) => boolean,
): Scenario<S, Setup> {
  return withSteps(
    scenario,
    withoutOrphans(
      scenario.steps.filter((_, at) => !isDropped(at)),
      space,
    ),
  );
}

export function withGap<S extends Step>(step: S, gap: Gap | undefined): S {
  const rest = dropped(step, "gap");
  return gap === undefined ? rest : { ...rest, gap };
}
