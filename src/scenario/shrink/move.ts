import type { Scenario, Step } from "../../contract/scenario.ts";
import type { ScenarioSpace } from "../space.ts";

/** Scenarios near one, each of which may be simpler in one respect, the most promising first. */
export type Move = <S extends Step, Setup extends object>(
  scenario: Scenario<S, Setup>,
  space: ScenarioSpace<S, Setup>,
) => readonly Scenario<S, Setup>[];

/** What two moves lead to, one after the other, where neither does alone. */
export function both(first: Move, second: Move): Move {
  return (scenario, space) => first(scenario, space).flatMap((between) => second(between, space));
}
