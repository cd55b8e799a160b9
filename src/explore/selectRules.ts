import type { Rule } from "../contract/rule.ts";
import { nearest } from "./nearest.ts";
import { UsageError } from "./usageError.ts";

/**
 * The rules with these ids; all of them where no ids are given.
 *
 * @throws UsageError when an id is unknown or the list is empty.
 */
export function selectRules(rules: readonly Rule<never>[], ids: readonly string[] | undefined): readonly Rule<never>[] {
  if (ids === undefined) return rules;
  const known = rules.map(({ id }) => id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined) {
    const meant = nearest(unknown, known);
    const hint = meant === undefined ? "`executor-conformance rules` lists them" : `did you mean ${meant}?`;
    throw new UsageError(`Unknown rule ${JSON.stringify(unknown)}: ${hint}`);
  }
  if (ids.length === 0) throw new UsageError("Expected at least one rule id, got an empty selection");
  return rules.filter(({ id }) => ids.includes(id));
}
