import type { Scenario, Step } from "../contract/scenario.ts";
import { simplerBy, STAGES } from "../scenario/shrink/shrink.ts";
import type { ScenarioSpace } from "../scenario/space.ts";

/** How many executions a counterexample may cost before it is taken as it is. */
const EXECUTIONS_MAX = 200;

/**
 * Makes a failing scenario smaller, to a fixed point: it goes to a simpler scenario that still fails, and on from there,
 * until none of those that are near fails. Equal scenarios and answers give equal results.
 *
 * @param fails whether a scenario still breaks the same rule; asked at most 200 times, and never twice the same.
 * @returns the smallest scenario found; the one given if nothing smaller fails.
 */
export async function minimise<S extends Step, Setup extends object>(
  scenario: Scenario<S, Setup>,
  space: ScenarioSpace<S, Setup>,
  fails: (candidate: Scenario<S, Setup>) => Promise<boolean>,
): Promise<Scenario<S, Setup>> {
  const tried = new Set([JSON.stringify(scenario)]);
  let smallest = scenario;
  for (let stage = 0; stage < STAGES.length;) {
    const before = smallest;
    for (const move of STAGES[stage] ?? []) {
      // After a success it goes on where it was: what was tried before that point would most often fail again.
      let at = 0;
      for (let candidates = simplerBy(move, smallest, space); at < candidates.length;) {
        const candidate = candidates[at] as Scenario<S, Setup>;
        const key = JSON.stringify(candidate);
        if (tried.has(key)) {
          at += 1;
          continue;
        }
        if (tried.size > EXECUTIONS_MAX) return smallest;
        tried.add(key);
        if (await fails(candidate)) {
          smallest = candidate;
          candidates = simplerBy(move, smallest, space);
        } else {
          at += 1;
        }
      }
    }
    // Where a dear move helped, the cheap ones go on from there before the next dear one.
    stage = smallest === before ? stage + 1 : 0;
  }
  return smallest;
}
