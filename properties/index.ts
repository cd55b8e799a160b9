/**
 * The rules of the contract, by profile, and the index of facts that each profile's rules judge.
 *
 * @packageDocumentation
 */
import type { Rule } from "../src/contract/rule.ts";
import { domainRules } from "./domain/index.ts";
import { jobRules } from "./job/index.ts";
import { laneRules } from "./lane/index.ts";

export { contractDocument, ruleTable } from "./document.ts";
export { domainFacts, domainRules, type DomainFacts } from "./domain/index.ts";
export { jobRules } from "./job/index.ts";
export { laneRules } from "./lane/index.ts";
export { freezeRequirements } from "./requirements/freeze.ts";
export { requirementSets } from "./requirements/index.ts";

/** Every rule of every profile. */
export const allRules: readonly Rule<never>[] = [...domainRules, ...laneRules, ...jobRules];
