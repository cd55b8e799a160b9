import type { RequirementSet } from "../contract/requirements.ts";
import type { Rule } from "../contract/rule.ts";
import type { Counterexample, RuleResult, RuleVerdict, SituationResult, Verdict } from "../contract/verdict.ts";
import { isApplicable } from "./applicable.ts";
import { isRequired } from "./requirements.ts";

/** Everything a campaign saw, before it becomes a verdict. */
export interface Evidence {
  /** The rules that were selected. */
  readonly rules: readonly Rule<never>[];
  readonly declared: readonly string[];
  /** How often each rule was exercised, by id. */
  readonly exercised: ReadonlyMap<string, number>;
  /** The rules that were broken, by id. */
  readonly counterexamples: ReadonlyMap<string, Counterexample>;
  /** How often each situation occurred. */
  readonly situations: readonly SituationResult[];
  /** What broke in the adapter or in the kit. */
  readonly error: string | undefined;
  /** A budget ended the campaign before its last run. */
  readonly cutShort: boolean;
  readonly runs: number;
  /** Scenarios that were left out because of the steps at which the executor had got stuck. */
  readonly notRun: number;
  readonly lateRuns: number;
  /** SHOULD violations count as violations. */
  readonly strict: boolean;
  /** The rules that decide; absent: all of them. */
  readonly requirements?: RequirementSet;
}

export interface Assessment {
  readonly verdict: Verdict;
  /** Why the verdict is not "conformant", one sentence each. */
  readonly reasons: readonly string[];
  /** What broke in the adapter or in the kit; one of the reasons. */
  readonly error?: string;
  readonly rules: readonly RuleResult[];
}

/** Turns evidence into verdicts: one for each rule, and one for the run. Only what was earned is green. */
export function assess(evidence: Evidence): Assessment {
  const rules = evidence.rules.map((rule) => assessRule(rule, evidence));
  const gaps = [...gapsOf(rules, evidence)];
  const broken = rules.filter(({ verdict }) => verdict === "fail").map(describeFailure);
  const { error } = evidence;
  const reasons = [...broken, ...(error === undefined ? [] : [error]), ...gaps];
  const verdict = verdictOf(rules, evidence, gaps.length > 0);
  return { verdict, reasons, ...(error === undefined ? {} : { error }), rules };
}

function assessRule(rule: Rule<never>, evidence: Evidence): RuleResult {
  const exercised = evidence.exercised.get(rule.id) ?? 0;
  const counterexample = evidence.counterexamples.get(rule.id);
  return {
    id: rule.id,
    level: rule.level,
    verdict: ruleVerdict(rule, exercised, counterexample, evidence),
    exercised,
    ...(isRequired(evidence.requirements, rule) ? {} : { notRequired: true as const }),
    ...(counterexample === undefined ? {} : { message: counterexample.message, counterexample }),
  };
}

function ruleVerdict(
  rule: Rule<never>,
  exercised: number,
  counterexample: Counterexample | undefined,
  evidence: Evidence,
): RuleVerdict {
  if (!isApplicable(rule, evidence.declared)) return "not-applicable";
  if (counterexample !== undefined) return "fail";
  if (evidence.error !== undefined) return "error";
  if (exercised > 0) return "pass";
  return evidence.cutShort ? "inconclusive" : "not-exercised";
}

function verdictOf(rules: readonly RuleResult[], evidence: Evidence, hasGaps: boolean): Verdict {
  if (rules.some((rule) => isViolation(rule, evidence.strict))) return "not conformant";
  if (evidence.error !== undefined) return "error";
  return hasGaps ? "inconclusive" : "conformant";
}

/** A failed rule as a reason. */
export function describeFailure({ level, id, message = "", notRequired }: RuleResult): string {
  return `${level} ${id}: ${message}${notRequired === true ? " (not in the requirement set)" : ""}`;
}

/** Whether a rule result makes the executor non-conformant. */
export function isViolation({ level, verdict, notRequired }: RuleResult, strict: boolean): boolean {
  return verdict === "fail" && notRequired !== true && (level === "MUST" || strict);
}

/** What keeps a run without violations from being conformant, one sentence each. */
function* gapsOf(rules: readonly RuleResult[], evidence: Evidence): IterableIterator<string> {
  if (evidence.runs === 0) yield "nothing was run";
  const required = rules.filter(({ notRequired }) => notRequired !== true);
  for (const { id, verdict } of required) {
    if (verdict === "not-exercised") yield `${id} was never exercised: raise --runs, or do not declare what it needs`;
    if (verdict === "inconclusive") yield `${id} had not been exercised when the budget ended`;
  }
  // What broke says enough: more runs would not have brought them about.
  const situations = evidence.error === undefined ? evidence.situations : [];
  for (const { text, runs, notRequired } of situations) {
    if (runs === 0 && notRequired !== true) yield `the situation "${text}" ${evidence.cutShort ? NOT_YET : NEVER}`;
  }
  if (required.length === 0 && rules.length > 0) yield "no selected rule is in the requirement set";
  else if (required.every(({ verdict }) => verdict === "not-applicable"))
    yield "no selected rule applies to this adapter";
  if (evidence.notRun > 0) {
    yield `${evidence.notRun} scenarios were not run: they contain the steps at which the executor had got stuck`;
  }
  if (evidence.lateRuns > 0) {
    yield `in ${evidence.lateRuns} runs the executor acted after the end of the run: declare realTime, or settleMs, if it needs more time`;
  }
}

const NEVER = "never occurred: raise --runs";
const NOT_YET = "had not occurred when the budget ended";
