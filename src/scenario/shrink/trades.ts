import { dropSteps } from "./drops.ts";
import { plainly, withStep } from "./edit.ts";
import { calmAll, calmGaps } from "./gaps.ts";
import { both, type Move } from "./move.ts";
import { redirectNames } from "./renames.ts";
import { simplifySteps } from "./steps.ts";

/** No more steps than so many, or there are too many pairs of moves. */
const STEPS_FOR_PAIRS_OF_MOVES = 6;

/** Without one step, or at rest, and with something else simpler, sharper or elsewhere in turn. */
export const tradeSteps: Move = (scenario, space) => {
  if (scenario.steps.length > STEPS_FOR_PAIRS_OF_MOVES) return [];
  return [
    ...both(calmAll, sharpenSteps)(scenario, space),
    ...both(dropSteps, sharpenSteps)(scenario, space),
    ...both(dropSteps, simplifySteps)(scenario, space),
    ...both(dropSteps, calmGaps)(scenario, space),
    ...both(dropSteps, redirectNames)(scenario, space).map((candidate) => plainly(candidate, space)),
  ];
};

/** With one step that does more than it did: worth it only beside something that this makes superfluous. */
const sharpenSteps: Move = (scenario, space) =>
  scenario.steps.flatMap((step, at) => space.sharper(step).map((sharper) => withStep(scenario, at, sharper)));
