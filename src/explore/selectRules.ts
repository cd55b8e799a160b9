import type { Rule } from "../contract/rule.ts";
import { UsageError } from "./usageError.ts";

/**
 * The rules with these ids; all of them where no ids are given.
 *
 * @throws UsageError when an id is unknown or the list is empty.
 */
export function selectRules(rules: readonly Rule<never>[], ids: readonly string[] | undefined): readonly Rule<never>[] {
  if (ids === undefined) return rules;
  const unknown = ids.find((id) => rules.every((rule) => rule.id !== id));
  if (unknown !== undefined)
    throw new UsageError(`Unknown rule ${JSON.stringify(unknown)}; ${nearest(unknown, rules)}`);
  if (ids.length === 0) throw new UsageError("Expected at least one rule id, got an empty selection");
  return rules.filter(({ id }) => ids.includes(id));
}

function nearest(id: string, rules: readonly Rule<never>[]): string {
  const tail = id.split("/").at(-1) ?? id;
  const like = rules.find((rule) => rule.id.includes(tail) || tail.includes(rule.id.split("/").at(-1) ?? ""));
  return like === undefined ? "`executor-conformance rules` lists them" : `did you mean ${like.id}?`;
}
