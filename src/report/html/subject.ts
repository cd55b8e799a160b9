import type { AdapterResult, RuleResult } from "../../contract/verdict.ts";
import type { AnyProfile } from "../../profiles/index.ts";

/** One executor of a report, and how the page names its parts. */
export interface Subject {
  /** Its place in the report, from 1. */
  readonly number: number;
  readonly result: AdapterResult;
  readonly profile: AnyProfile;
}

export function anchorOf({ number }: Subject): string {
  return `executor-${number}`;
}

/** Where the failure of a rule is shown. Rules go by their place, since an id may hold anything. */
export function failureAnchor(subject: Subject, rule: RuleResult): string {
  return `${anchorOf(subject)}-rule-${subject.result.rules.indexOf(rule) + 1}`;
}

/** Whether a rule was seen broken; a baseline may know of it. */
export function isBroken({ verdict }: RuleResult): boolean {
  return verdict === "fail" || verdict === "known-failure";
}

export function brokenRules({ result: { rules } }: Subject): readonly RuleResult[] {
  return rules.filter(isBroken);
}

export function nameOf({ result: { adapter } }: Subject): string {
  return `${adapter.name}${adapter.version === undefined ? "" : ` ${adapter.version}`}`;
}
