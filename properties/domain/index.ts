import type { Rule } from "../../src/contract/rule.ts";
import type { DomainFacts } from "./facts.ts";
import { budgetRules } from "./rules/budget.ts";
import { dispatchRules } from "./rules/dispatch.ts";
import { haltRules } from "./rules/halts.ts";
import { hygieneRules, nothingLeftBehind } from "./rules/hygiene.ts";
import { outcomeRules } from "./rules/outcomes.ts";
import { rearmRules } from "./rules/rearms.ts";
import { reentrancySafe } from "./rules/reentrancy.ts";
import { resourceRules } from "./rules/resources.ts";
import { stopRules } from "./rules/stops.ts";
import { surfaceRules } from "./rules/surface.ts";
import { turnRules } from "./rules/turns.ts";

const core = [...dispatchRules, ...outcomeRules, ...hygieneRules, ...stopRules, ...haltRules, ...rearmRules];

/** Every rule of the profile `domain`. */
export const domainRules: readonly Rule<DomainFacts>[] = [
  ...core,
  ...budgetRules,
  reentrancySafe([...core, ...budgetRules].filter(({ level }) => level === "MUST")),
  ...resourceRules,
  ...surfaceRules,
  ...turnRules,
  nothingLeftBehind,
];

export { domainFacts } from "./indexTrace.ts";
export type * from "./facts.ts";
