import { dropPairs, dropSteps } from "./drops.ts";
import type { Move } from "./move.ts";

/** With a host as it usually is, and times that follow it. */
export const simplifySetup: Move = (scenario, space) =>
  space
    .simplerSetups(scenario.setup)
    .flatMap((setup) => [
      { ...scenario, setup },
      { ...scenario, setup, steps: scenario.steps.map((step) => space.resettled(step, scenario.setup, setup)) },
      ...dropSteps({ ...scenario, setup }, space),
    ]);

/** With a host that does more, and with one or two steps less. */
export const enrichSetup: Move = (scenario, space) =>
  space.richerSetups(scenario.setup).flatMap((setup) => {
    const richer = { ...scenario, setup };
    return [...dropPairs(richer, space), ...dropSteps(richer, space)];
  });
