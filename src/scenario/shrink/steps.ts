import { plainly, withGap, withStep, withSteps } from "./edit.ts";
import type { Move } from "./move.ts";
import { withoutOrphans } from "./names.ts";

/** With one step as it usually is. */
export const simplifySteps: Move = (scenario, space) =>
  scenario.steps.flatMap((step, at) =>
    space.simpler(step).map((simpler) => {
      const changed = withStep(scenario, at, simpler);
      return withSteps(changed, withoutOrphans(changed.steps, space));
    }),
  );

/** With one step in place of two. */
export const foldSteps: Move = (scenario, space) =>
  scenario.steps.flatMap((step, at) =>
    scenario.steps.slice(at + 1).flatMap((later, index) => {
      const gaps = new Set([step.gap, later.gap, ...((step.gap ?? later.gap) === undefined ? [] : ["turn" as const])]);
      return space
        .folded(step, later)
        .flatMap((folded) =>
          [...gaps].map((gap) =>
            withSteps(scenario, scenario.steps.with(at, withGap(folded, gap)).toSpliced(at + 1 + index, 1)),
          ),
        );
    }),
  );

/**
 * With what happens inside a callback as a step of its own, at its place or later. Names stay: one may have been chosen to be
 * like another.
 */
export const unwrapSteps: Move = (scenario, space) =>
  scenario.steps.flatMap((step, at) => {
    const call = space.unwrapped(step);
    if (call === undefined) return [];
    const rest = scenario.steps.toSpliced(at, 1);
    const places = Array.from({ length: rest.length - at + 1 }, (_, index) => at + index);
    return places.map((place) => withSteps(scenario, rest.toSpliced(place, 0, call)));
  });

/** With two neighbours in the other order; what lies between them stays. */
export const swapNeighbours: Move = (scenario, space) =>
  scenario.steps.slice(1).map((later, index) => {
    const earlier = scenario.steps[index] as typeof later;
    const steps = scenario.steps.with(index, withGap(later, earlier.gap)).with(index + 1, withGap(earlier, later.gap));
    return plainly(withSteps(scenario, steps), space);
  });
