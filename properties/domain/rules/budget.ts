import { defineRule } from "../../../src/contract/rule.ts";
import type { BudgetFact, DomainFacts, Seq, StopFact } from "../facts.ts";
import { budgetExpectation } from "../owed.ts";

const capabilities = ["budget"] as const;

const budgetBoundsTheStop = defineRule<DomainFacts>({
  id: "domain/budget-bounds-the-stop",
  profile: "domain",
  level: "MUST",
  capabilities,
  sentence:
    "`haltToolDomain` settles, without rejecting, within its budget, whatever tools, release and the callbacks do.",
  checks: "Its promise resolves, at the latest when the budget has passed in virtual time.",
  lookAt:
    "A race between the drain and the timer that a throwing callback can break, or a drain that is awaited after the timeout.",
  check(facts, findings) {
    for (const [stop, budget] of budgeted(facts)) {
      findings.exercised();
      const deadline = budget.calledAtMs + budget.ms;
      if (budget.how === undefined) {
        findings.violated(
          facts.records.length - 1,
          `haltToolDomain (${stop.name}) never settled; its budget is ${budget.ms} ms`,
          stop,
        );
      } else if (budget.how !== "resolved") {
        findings.violated(
          stop.settledAt,
          `haltToolDomain (${stop.name}) ${budget.how === "threw" ? "threw" : "rejected with"} ${stop.error}; it must resolve`,
          stop,
        );
      } else if (budget.settledAtMs > deadline + facts.trace.settleMs) {
        findings.violated(
          stop.settledAt,
          `haltToolDomain (${stop.name}) settled after ${budget.settledAtMs - budget.calledAtMs} ms; its budget is ${budget.ms} ms`,
          stop,
        );
      }
    }
  },
});

const budgetFallsBackOnce = defineRule<DomainFacts>({
  id: "domain/budget-falls-back-once",
  profile: "domain",
  level: "MUST",
  capabilities,
  sentence:
    "On timeout or error it reports the failure once and runs the fallback release once; a receipt may then be missing, never doubled.",
  checks:
    "When the drain or the release outlasts the budget, or the release fails: one call of `onHaltFailure` and one of `releaseFallback`. Never two of either.",
  lookAt: "Timeout and error both reaching the failure path, or a report that throws and so skips the fallback.",
  check(facts, findings) {
    for (const [stop, budget] of budgeted(facts)) {
      const expected = budgetExpectation(facts, stop) === "failure";
      if (expected) findings.exercised();
      for (const [what, calls] of [
        ["failure report", budget.failures],
        ["fallback release", budget.fallbacks],
      ] as const) {
        const [first, second] = calls;
        if (second !== undefined) findings.violated(second, `haltToolDomain (${stop.name}) had a second ${what}`, stop);
        if (first === undefined && expected) {
          findings.violated(
            facts.records.length - 1,
            `haltToolDomain (${stop.name}) ran out of its budget or failed, without a ${what}`,
            stop,
          );
        }
      }
      if (budget.failures.length > 0 && stop.receipts[1] !== undefined) {
        findings.violated(stop.receipts[1].at, `haltToolDomain (${stop.name}) failed and was receipted twice`, stop);
      }
    }
  },
});

const budgetQuietOnSuccess = defineRule<DomainFacts>({
  id: "domain/budget-quiet-on-success",
  profile: "domain",
  level: "MUST",
  capabilities,
  sentence:
    "A stop that drains in time reports no failure, runs no fallback, leaves no timer; its release and receipt came before it settled.",
  checks: "For a stop that drains in time, or that resolves without reporting a failure.",
  silentWhen:
    "The drain ends exactly at the deadline, or an older stop is still draining; for the timer, no quiescent point came before the call, or another call before the next one.",
  lookAt: "The timer of the budget, which has to be cleared, and a haltToolDomain that resolves without stopping.",
  check(facts, findings) {
    for (const [stop, budget] of budgeted(facts)) {
      const expectation = budgetExpectation(facts, stop);
      const claimsSuccess = budget.how === "resolved" && budget.failures.length === 0 && expectation !== "failure";
      if (expectation !== "success" && !claimsSuccess) continue;
      findings.exercised();
      const [failure] = [...budget.failures, ...budget.fallbacks];
      if (expectation === "success" && failure !== undefined) {
        findings.violated(
          failure,
          `haltToolDomain (${stop.name}) drained in time, and reported a failure or fell back`,
          stop,
        );
      }
      if (budget.how !== "resolved") continue;
      checkClaim(facts, stop, budget, findings);
    }
  },
});

function checkClaim(
  facts: DomainFacts,
  stop: StopFact,
  budget: BudgetFact,
  findings: Parameters<typeof budgetQuietOnSuccess.check>[1],
): void {
  const released = facts.hasResources || (stop.releases[0]?.settledAt ?? Infinity) < stop.settledAt;
  const receipted = (stop.receipts[0]?.at ?? Infinity) < stop.settledAt;
  if (budget.failures.length === 0 && (!released || !receipted)) {
    const lacks = [released ? [] : ["its release"], receipted ? [] : ["its receipt"]].flat().join(" and ");
    findings.violated(
      stop.settledAt,
      `haltToolDomain (${stop.name}) resolved without a failure, before ${lacks}`,
      stop,
    );
  }
  const quiet = facts.quietAfter(stop.settledAt);
  if (isTimerLeft(facts, stop, budget.calledAtMs + budget.ms, quiet)) {
    findings.violated(
      quiet,
      `haltToolDomain (${stop.name}) resolved and left the timer of its budget, due at ${budget.calledAtMs + budget.ms} ms`,
      stop,
    );
  }
}

/**
 * Whether a timer that the call brought is still due at the deadline: it is there at every quiescent point since the call,
 * and was not before. A timer that polls is due at that moment now and then.
 */
function isTimerLeft(facts: DomainFacts, stop: StopFact, deadline: number, quiet: Seq): boolean {
  const before = facts.quiets.findLast((at) => at < stop.at);
  const isCalledAgain = facts.stops.some(({ at, budget }) => budget !== undefined && at > stop.at && at < quiet);
  if (before === undefined || quiet === Infinity || isCalledAgain) return false;
  const due = (at: Seq): number => {
    const record = facts.records[at];
    return record?.type === "quiet" ? record.due.filter((ms) => ms === deadline).length : 0;
  };
  return facts.quiets.every((at) => at < stop.at || at > quiet || due(at) > due(before));
}

function budgeted(facts: DomainFacts): (readonly [StopFact, BudgetFact])[] {
  return facts.stops.flatMap((stop) => (stop.budget === undefined ? [] : [[stop, stop.budget] as const]));
}

/** The rules about `haltToolDomain`. */
export const budgetRules = [budgetBoundsTheStop, budgetFallsBackOnce, budgetQuietOnSuccess];
