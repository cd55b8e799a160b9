import type { DomainCapabilities } from "../../contract/domain.ts";
import type { RandomSource, ScenarioSpace } from "../space.ts";
import { BoundedDomain } from "./bounded.ts";
import type { DomainSetup, DomainStep } from "./steps.ts";
import { BUDGETS_MS, simplerDomains } from "./simpler.ts";
import { WeightedDomain } from "./weighted.ts";

/** The scenarios of the `domain` profile, for an adapter with these capabilities. */
export function domainSpace(can: DomainCapabilities): ScenarioSpace<DomainStep, DomainSetup> {
  return {
    setup: (random) => chooseSetup(can, random),
    start: (setup) => new WeightedDomain(setup, can),
    bounded: (commands, controls) => new BoundedDomain(commands, controls, can.rearmWhileDraining === true),
    boundedSetup: {},
    ...simplerDomains,
  };
}

function chooseSetup(can: DomainCapabilities, random: RandomSource): DomainSetup {
  const budgetMs = BUDGETS_MS[random.nextInt(0, 3)];
  return {
    ...(can.resources === true && random.nextInt(1, 3) === 1 ? { resources: true } : {}),
    ...(can.surface === true && random.nextInt(1, 3) === 1 ? { surface: "denied" } : {}),
    ...(can.budget === true && budgetMs !== undefined ? { budgetMs } : {}),
  };
}
