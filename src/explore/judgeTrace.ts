import type { Rule, Violation } from "../contract/rule.ts";
import type { Trace } from "../contract/trace.ts";
import { isApplicable } from "../judge/applicable.ts";
import { Judge } from "../judge/judge.ts";
import { profileOf } from "../profiles/index.ts";
import { withOwnRules } from "./ownRules.ts";
import { UsageError } from "./usageError.ts";

/** What one trace says about one rule. */
export interface JudgedRule {
  readonly rule: Rule<never>;
  /** How often its condition was met. */
  readonly exercised: number;
  readonly violations: readonly Violation[];
}

/**
 * Judges one recorded trace by every rule that applies to it; no executor is needed.
 *
 * @throws UsageError when the trace is none, or of a profile that this kit does not have.
 * @example
 * ```ts
 * const broken = judge(trace).filter(({ violations }) => violations.length > 0);
 * ```
 */
export function judge(trace: Trace, extraRules?: readonly Rule<never>[]): readonly JudgedRule[] {
  assertTrace(trace);
  const profile = profileOf(trace.profile);
  if (profile === undefined) throw new UsageError(`This kit has no profile ${JSON.stringify(trace.profile)}`);
  const rules = withOwnRules(profile, extraRules).filter((rule) => isApplicable(rule, trace.capabilities));
  const judging = new Judge(rules);
  const broken = judging.judge(profile.index(trace));
  return rules.map((rule, index) => ({
    rule,
    exercised: judging.exercised[index] ?? 0,
    violations: broken.find((entry) => entry.rule === rule)?.violations ?? [],
  }));
}

function assertTrace(value: unknown): void {
  const { profile, capabilities, records } = Object(value) as Readonly<Record<string, unknown>>;
  if (typeof profile === "string" && Array.isArray(capabilities) && Array.isArray(records)) return;
  throw new UsageError("Expected a trace to judge, with profile, capabilities and records: a replay has one");
}
