import type { Rule } from "../contract/rule.ts";

/** Whether an adapter declares every capability that a rule asks for. */
export function isApplicable(rule: Rule<never>, declared: readonly string[]): boolean {
  return (rule.capabilities ?? []).every((capability) => declared.includes(capability));
}
