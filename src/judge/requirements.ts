import type { RequirementSet } from "../contract/requirements.ts";
import type { Rule } from "../contract/rule.ts";

/** Rules at the levels that a requirement set gives them; one that is not in it keeps its own. */
export function atLevelsOf(set: RequirementSet | undefined, rules: readonly Rule<never>[]): readonly Rule<never>[] {
  if (set === undefined) return rules;
  const levels = new Map(set.rules.map(([id, level]) => [id, level]));
  return rules.map((rule) => {
    const level = levels.get(rule.id) ?? rule.level;
    return level === rule.level ? rule : { ...rule, level };
  });
}

/** Whether a rule decides under a requirement set; without one every rule does. */
export function isRequired(set: RequirementSet | undefined, { id }: Pick<Rule<never>, "id">): boolean {
  return set === undefined || set.rules.some(([required]) => required === id);
}
