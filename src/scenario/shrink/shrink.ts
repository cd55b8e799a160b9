import type { Scenario, Step } from "../../contract/scenario.ts";
import { compareCosts, costOf } from "./cost.ts";
import { fromBelow } from "./fromBelow.ts";
import { dropBetween, dropNames, dropNamesAndHops, dropPairs, dropRuns, dropSteps } from "./drops.ts";
import { calmAll, calmGaps } from "./gaps.ts";
import type { Move } from "./move.ts";
import { mergeNames, redirectNames, rename } from "./renames.ts";
import { enrichSetup, simplifySetup } from "./setups.ts";
import { foldSteps, simplifySteps, swapNeighbours, unwrapSteps } from "./steps.ts";
import { tradeSteps } from "./trades.ts";
import type { ScenarioSpace } from "../space.ts";

/**
 * What makes a scenario simpler, boldest first: fewer steps, calmer gaps, usual outcomes, plain names, order of arrival.
 * The moves of a later stage lead to many scenarios of which few fail: they are for when no move of an earlier one helps.
 */
export const STAGES: readonly (readonly Move[])[] = [
  [
    dropRuns,
    dropNames,
    dropSteps,
    foldSteps,
    unwrapSteps,
    calmAll,
    calmGaps,
    simplifySetup,
    simplifySteps,
    rename,
    mergeNames,
    swapNeighbours,
  ],
  [dropPairs],
  [dropBetween],
  [dropNamesAndHops],
  [redirectNames],
  [enrichSetup],
  [tradeSteps],
  [fromBelow],
];

/** The simpler scenarios that one move leads to. */
export function simplerBy<S extends Step, Setup extends object>(
  move: Move,
  scenario: Scenario<S, Setup>,
  space: ScenarioSpace<S, Setup>,
): readonly Scenario<S, Setup>[] {
  const cost = costOf(scenario, space);
  return move(scenario, space)
    .map(normal)
    .filter((candidate) => compareCosts(costOf(candidate, space), cost) < 0);
}

/** Simpler scenarios, boldest first. Every one of them costs less, so that whoever follows them comes to an end. */
export function* shrinks<S extends Step, Setup extends object>(
  scenario: Scenario<S, Setup>,
  space: ScenarioSpace<S, Setup>,
): IterableIterator<Scenario<S, Setup>> {
  for (const move of STAGES.flat()) yield* simplerBy(move, scenario, space);
}

/** A gap after the last step is no gap; and equal scenarios are written alike. */
function normal<S extends Step, Setup extends object>({ steps, ...rest }: Scenario<S, Setup>): Scenario<S, Setup> {
  const last = steps.length - 1;
  return {
    ...rest,
    steps: steps.map(
      ({ gap, ...step }, at) => (gap === undefined || at === last ? step : { ...step, gap }) as unknown as S,
    ),
  };
}
