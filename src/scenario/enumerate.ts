import type { ProfileName } from "../contract/adapter.ts";
import type { Scenario, Step } from "../contract/scenario.ts";
import { markAudited } from "./exhaustive/audit.ts";
import { sizesIn } from "./exhaustive/sizes.ts";
import { StateGraph } from "./exhaustive/stateGraph.ts";
import { Walk } from "./exhaustive/walk.ts";
import type { BoundedSpace, Scope } from "./space.ts";

/**
 * Every scenario in a bound, in an order that is always the same: smaller sizes first; in a size those that take what is
 * pending first in, first out before those that deviate once, twice and so on; among those with equal deviations the ones
 * without a tight gap first. So the first counterexample is close to the smallest one.
 *
 * Where the space declares steps to be independent, only one order of them is enumerated, and a share of the others, which
 * `isAudited` tells apart.
 */
export function* enumerate<S extends Step, Setup extends object>(
  profile: ProfileName,
  space: BoundedSpace<S, Setup>,
  scope: Scope,
): IterableIterator<Scenario<S, Setup>> {
  for (const [subjects, controls] of sizesIn(scope)) {
    const { root } = new StateGraph(space.bounded(subjects, controls));
    const walk = new Walk(root, space.independent);
    for (let deviations = 0; ; deviations += 1) {
      const tight = Array.from({ length: scope.tightGaps + 1 }, (_, gaps) => gaps);
      const possible = tight.filter((gaps) => root.leadsTo(deviations, gaps));
      // Where a schedule deviates once more, another does not: one like it before its last deviation, and in turn after it.
      if (possible.length === 0) break;
      for (const gaps of possible) {
        for (const { steps, isPruned } of walk.schedules(deviations, gaps)) {
          const scenario = { profile, setup: space.boundedSetup, steps };
          yield isPruned ? markAudited(scenario) : scenario;
        }
      }
    }
  }
}
