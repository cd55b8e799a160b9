import type { Rule, Violation } from "../contract/rule.ts";
import type { RuleResult } from "../contract/verdict.ts";
import { profileOf } from "../profiles/index.ts";
import type { StoredTrace } from "../trace/read.ts";
import { judge } from "./judgeTrace.ts";

/**
 * What only the kit can see or do: it watches the process, it looks what is left behind, and it writes into snapshots. A
 * trace recorded at work says nothing about these, and must not pass them.
 */
const UNSEEN_AT_WORK = /\/(nothing-escapes|nothing-left-behind|snapshots-are-copies)$/;

/** A rule that a trace breaks. */
export interface BrokenInTrace {
  readonly rule: Rule<never>;
  readonly violations: readonly Violation[];
}

/** What a stored trace says about the rules of its profile. */
export interface JudgedTrace {
  /** In the order of the rules; those that do not apply to it included. */
  readonly rules: readonly RuleResult[];
  readonly broken: readonly BrokenInTrace[];
  /** Ids of the rules that apply and of which a recorded trace can say nothing. */
  readonly unseen: readonly string[];
}

/**
 * Judges a stored trace by every rule of its profile.
 *
 * @throws UsageError when this kit does not have the profile of the trace.
 */
export function judgeStored({ trace, source }: StoredTrace): JudgedTrace {
  const judged = new Map(judge(trace).map((entry) => [entry.rule.id, entry]));
  const all = (profileOf(trace.profile)?.rules ?? []) as readonly Rule<never>[];
  const isUnseen = ({ id }: Rule<never>): boolean => source === "recorded" && UNSEEN_AT_WORK.test(id);
  const broken: BrokenInTrace[] = [];
  const rules = all.map((rule): RuleResult => {
    const { id, level } = rule;
    const entry = judged.get(id);
    if (entry === undefined) return { id, level, verdict: "not-applicable", exercised: 0 };
    if (isUnseen(rule)) return { id, level, verdict: "not-exercised", exercised: 0 };
    const { exercised, violations } = entry;
    const [first] = violations;
    if (first === undefined) return { id, level, verdict: exercised > 0 ? "pass" : "not-exercised", exercised };
    broken.push({ rule, violations });
    return { id, level, verdict: "fail", exercised, message: first.message };
  });
  const unseen = all.filter((rule) => judged.has(rule.id) && isUnseen(rule)).map(({ id }) => id);
  return { rules, broken, unseen };
}
