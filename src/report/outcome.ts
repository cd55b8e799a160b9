import type { AdapterResult, RuleResult } from "../contract/verdict.ts";
import { isViolation } from "../judge/assess.ts";
import type { AnyProfile } from "../profiles/index.ts";

/**
 * What a rule comes to where only green, red and skipped are known, as in a test report:
 *
 * - `passed`: it passes
 * - `warned`: it is violated and does not count: a SHOULD without `--strict`, or a rule that is not in the requirement set;
 *   green, because the exit code is 0
 * - `failed`: it is violated
 * - `broken`: nothing is known of it (`not-exercised`, `inconclusive`, `error`); red, because the exit code is
 * - `skipped`: it does not apply, the baseline knows that it fails, or nothing is known of it and it is not in the
 *   requirement set; none of them reddens the exit code
 */
export type Outcome =
  | { readonly kind: "passed" }
  | { readonly kind: "warned" | "failed" | "broken" | "skipped"; readonly message: string };

/** The name of the case that stands beside the rules: it is red where a run is not conclusive for another reason. */
export const CAMPAIGN_CASE = "the campaign is conclusive";

/** What one rule of a result comes to. */
export function outcomeOf(rule: RuleResult, result: AdapterResult, profile: AnyProfile): Outcome {
  const { id, verdict, message = "", baseline, notRequired = false } = rule;
  switch (verdict) {
    case "pass":
      return { kind: "passed" };
    case "fail": {
      const refused = baseline?.refused === undefined ? "" : ` (its baseline entry ${baseline.refused})`;
      return { kind: isViolation(rule, result.strict === true) ? "failed" : "warned", message: message + refused };
    }
    case "not-applicable":
      return { kind: "skipped", message: `not applicable: ${whyNotApplicable(id, result, profile)}` };
    case "known-failure": {
      const note = baseline === undefined ? "" : ` (${baseline.reason}; ${baseline.link})`;
      return { kind: "skipped", message: `known failure: ${message}${note}` };
    }
    case "not-exercised":
    case "inconclusive":
      if (notRequired) return { kind: "skipped", message: "never exercised, and not in the requirement set" };
      return { kind: "broken", message: reasonOf(id, result) ?? `${id} was never exercised` };
    case "error":
      return { kind: "broken", message: result.error ?? "the adapter or the kit broke" };
  }
}

/** What the campaign as a whole comes to: whatever reddens the exit code and shows at no rule. */
export function campaignOutcome(result: AdapterResult, profile: AnyProfile): Outcome {
  const reasons = generalReasons(result);
  if (reasons.length > 0) return { kind: "broken", message: reasons.join("\n") };
  const verdict = result.besidesKnown ?? result.verdict;
  if (verdict === "conformant") return { kind: "passed" };
  const isShown = result.rules.some((rule) => ["failed", "broken"].includes(outcomeOf(rule, result, profile).kind));
  return isShown ? { kind: "passed" } : { kind: "broken", message: `the run is ${verdict}` };
}

/** The reasons for a verdict that no rule shows: a baseline entry that is stale belongs to a rule that passes. */
function generalReasons({ reasons, rules, stale = [] }: AdapterResult): readonly string[] {
  return reasons.filter(
    (reason) =>
      !rules.some(({ id, level }) => isAbout(reason, id, level)) || stale.some((id) => reason.startsWith(`${id} `)),
  );
}

function isAbout(reason: string, id: string, level: string): boolean {
  return reason.startsWith(`${id} `) || reason.replace(/^known failure, /, "").startsWith(`${level} ${id}:`);
}

function reasonOf(id: string, { reasons }: AdapterResult): string | undefined {
  return reasons.find((reason) => reason.startsWith(`${id} `));
}

function whyNotApplicable(id: string, { adapter }: AdapterResult, { rules }: AnyProfile): string {
  const needed = rules.find((rule) => rule.id === id)?.capabilities ?? [];
  const missing = needed.filter((capability) => !adapter.capabilities.includes(capability));
  return missing.length === 0
    ? "the adapter does not declare what it takes"
    : `the adapter does not declare ${missing.join(", ")}`;
}
