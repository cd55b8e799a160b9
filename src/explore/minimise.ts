import type { Scenario, Step } from "../contract/scenario.ts";
import { shrinks } from "../scenario/shrink.ts";
import type { ScenarioSpace } from "../scenario/space.ts";

/** How many executions a counterexample may cost before it is taken as it is. */
const EXECUTIONS_MAX = 200;

/**
 * Makes a failing scenario smaller, to a fixed point: it takes the first simpler scenario that still fails, and starts
 * again from there.
 *
 * @param fails whether a scenario still breaks the same rule.
 * @returns the smallest scenario found; the one given if nothing smaller fails.
 */
export async function minimise<S extends Step, Setup extends object>(
  scenario: Scenario<S, Setup>,
  space: ScenarioSpace<S, Setup>,
  fails: (candidate: Scenario<S, Setup>) => Promise<boolean>,
): Promise<Scenario<S, Setup>> {
  const tried = new Set<string>();
  let smallest = scenario;
  let executions = 0;
  let smaller: Scenario<S, Setup> | undefined = scenario;
  while (smaller !== undefined) {
    smallest = smaller;
    smaller = undefined;
    for (const candidate of shrinks(smallest, space)) {
      const key = JSON.stringify(candidate);
      if (tried.has(key)) continue;
      tried.add(key);
      executions += 1;
      if (executions > EXECUTIONS_MAX) return smallest;
      if (await fails(candidate)) {
        smaller = candidate;
        break;
      }
    }
  }
  return smallest;
}
