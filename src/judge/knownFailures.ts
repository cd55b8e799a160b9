import type { BaselineNote, ExecutorBaseline, FlakyFailure, KnownFailure } from "../contract/baseline.ts";
import type { AdapterResult, RuleResult, Verdict } from "../contract/verdict.ts";
import { describeFailure, isViolation } from "./assess.ts";

/**
 * A result in the light of what the executor is known to break: such a failure becomes a known one, and an entry whose
 * rule passes is stale.
 *
 * With a known failure the verdict is never "conformant"; what it would be without them is told apart.
 *
 * @param today as in 2026-11-30, in UTC: the same wherever the check runs.
 */
export function applyBaseline(result: AdapterResult, baseline: ExecutorBaseline, today: string): AdapterResult {
  const rules = result.rules.map((rule) => noted(rule, baseline, today));
  const failed = rules.filter(({ verdict }) => verdict === "fail");
  const known = rules.filter(({ verdict }) => verdict === "known-failure");
  const stale = staleRules(result, baseline);
  // The reasons begin with one for each failed rule.
  const others = result.reasons.slice(result.rules.filter(({ verdict }) => verdict === "fail").length);
  const besidesKnown = verdictOf(failed, result, others);
  return {
    ...result,
    verdict: known.length > 0 ? "not conformant" : besidesKnown,
    ...(known.length > 0 ? { besidesKnown } : {}),
    reasons: [
      ...failed.map(describeCounted),
      ...known.map(describeKnown),
      ...others,
      ...stale.map((id) => `${id} passes, and the baseline still lists it: take its entry out (--update-baseline)`),
    ],
    ...(stale.length > 0 ? { stale } : {}),
    rules,
  };
}

function noted(result: RuleResult, baseline: ExecutorBaseline, today: string): RuleResult {
  if (result.verdict !== "fail") return result;
  const note = noteOn(result, baseline, today);
  if (note === undefined) return result;
  return { ...result, verdict: note.refused === undefined ? "known-failure" : "fail", baseline: note };
}

function noteOn(result: RuleResult, { failures, flaky }: ExecutorBaseline, today: string): BaselineNote | undefined {
  const known = failures.find(({ rule }) => rule === result.id);
  if (known !== undefined) return annotate(known, expiry(known, today));
  const unsteady = flaky.find(({ rule }) => rule === result.id);
  if (unsteady === undefined) return undefined;
  return annotate(unsteady, expiry(unsteady, today) ?? excess(result, unsteady));
}

function annotate({ reason, link, expires }: KnownFailure, refused: string | undefined): BaselineNote {
  return {
    reason,
    link,
    ...(expires === undefined ? {} : { expires }),
    ...(refused === undefined ? {} : { refused }),
  };
}

/** Dates of this form are ordered as texts. */
function expiry({ expires }: KnownFailure, today: string): string | undefined {
  return expires !== undefined && today >= expires ? `expired on ${expires}` : undefined;
}

/** Why a failure is not the flaky one that is known. */
function excess({ counterexample }: RuleResult, { rateMax }: FlakyFailure): string | undefined {
  const rate = counterexample?.deterministic === false ? counterexample.rate : undefined;
  if (rate === undefined || rate.failures === rate.runs)
    return "is for one that does not fail every time, and this one does";
  if (rate.failures <= rateMax * rate.runs) return undefined;
  return `allows a rate of ${rateMax}, and it failed in ${rate.failures} of ${rate.runs} runs`;
}

/** The rules whose entries say that they fail, and that were judged and pass. A part of a campaign judges none. */
function staleRules({ rules, shard }: AdapterResult, { failures }: ExecutorBaseline): readonly string[] {
  if (shard !== undefined) return [];
  const passing = new Set(rules.filter(({ verdict }) => verdict === "pass").map(({ id }) => id));
  return failures.map(({ rule }) => rule).filter((rule) => passing.has(rule));
}

function verdictOf(
  failed: readonly RuleResult[],
  { error, strict }: AdapterResult,
  others: readonly string[],
): Verdict {
  if (failed.some((rule) => isViolation(rule, strict === true))) return "not conformant";
  if (error !== undefined) return "error";
  return others.length > 0 ? "inconclusive" : "conformant";
}

function describeCounted(rule: RuleResult): string {
  const refused = rule.baseline?.refused;
  return `${describeFailure(rule)}${refused === undefined ? "" : ` (its baseline entry ${refused})`}`;
}

function describeKnown(rule: RuleResult): string {
  const { reason = "", link = "" } = rule.baseline ?? {};
  return `known failure, ${describeFailure(rule)} (${reason}; ${link})`;
}
