import { describeValue } from "../contract/describeValue.ts";
import { problemOfRule, type Rule } from "../contract/rule.ts";
import type { AnyProfile } from "../profiles/index.ts";
import { UsageError } from "./usageError.ts";

/**
 * The rules of a profile and those of one's own beside them.
 *
 * @throws UsageError naming the first of one's own that is no rule, is one of another profile, or has an id that is taken.
 */
export function withOwnRules({ name, rules }: AnyProfile, own: readonly Rule<never>[] = []): readonly Rule<never>[] {
  if (!Array.isArray(own))
    throw new UsageError(`Expected an array of rules as "extraRules", got ${describeValue(own)}`);
  const taken = new Set(rules.map(({ id }) => id));
  for (const rule of own) {
    const problem = problemOfRule(rule);
    if (problem !== undefined) throw new UsageError(`${problem}: make the rules of "extraRules" with defineRule`);
    if (rule.profile !== name) {
      throw new UsageError(`Expected rules of the profile ${name} in "extraRules", got ${rule.id} of ${rule.profile}`);
    }
    if (taken.has(rule.id)) {
      throw new UsageError(
        `Expected rules with different ids, got two called ${rule.id}: rename the one in "extraRules"`,
      );
    }
    taken.add(rule.id);
  }
  return [...rules, ...own];
}
