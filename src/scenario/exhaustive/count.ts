import type { Step } from "../../contract/scenario.ts";
import type { BoundedSpace, Scope } from "../space.ts";
import { probe } from "./probe.ts";
import { sizesIn } from "./sizes.ts";
import { StateGraph, type State } from "./stateGraph.ts";

/** Counting makes states: a second for so many. Beyond, it is estimated. */
const STATES_MAX = 10_000;

/** How many scenarios a bound has. */
export interface ScenarioCount {
  readonly count: number;
  /** False: an estimate, or the number before pruning where the space declares steps to be independent. */
  readonly isExact: boolean;
}

/**
 * How many scenarios `enumerate` gives for a scope, without making them: what follows a state is counted once for all the
 * schedules that reach it. What takes more than `statesMax` states is estimated, always with the same result.
 */
export function countScenarios<S extends Step, Setup extends object>(
  space: BoundedSpace<S, Setup>,
  scope: Scope,
  statesMax = STATES_MAX,
): ScenarioCount {
  let count = 0;
  let states = 0;
  let isExact = space.independent === undefined;
  for (const [subjects, controls] of sizesIn(scope)) {
    const graph = new StateGraph(space.bounded(subjects, controls));
    const counted = states > statesMax ? undefined : countFrom(graph, scope.tightGaps, statesMax - states);
    states += graph.size;
    isExact &&= counted !== undefined;
    count += counted ?? probe(graph.root, scope.tightGaps);
  }
  return { count, isExact: isExact && Number.isSafeInteger(count) };
}

/** Undefined: it takes more than `statesMax` states. */
function countFrom<S extends Step>(graph: StateGraph<S>, tightGaps: number, statesMax: number): number | undefined {
  const counts = new Map<State<S>, number[]>();
  const from = (state: State<S>, tight: number): number => {
    if (state.end !== "no") return state.end === "whole" ? 1 : 0;
    const known = counts.get(state) ?? [];
    const before = known[tight];
    if (before !== undefined) return before;
    counts.set(state, known);
    let count = 0;
    for (const move of state.moves) {
      if (graph.size > statesMax) return 0;
      if (move.tight <= tight) count += from(move.next, tight - move.tight);
    }
    known[tight] = count;
    return count;
  };
  const count = from(graph.root, tightGaps);
  return graph.size > statesMax ? undefined : count;
}
