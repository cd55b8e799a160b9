import { defineRule } from "../../../src/contract/rule.ts";
import type { DomainFacts } from "../facts.ts";
import { isAfterSinkFault, isMissing, receiptOwedAt, releaseOwedAt } from "../owed.ts";

const repeatedHaltHasNoEffect = defineRule<DomainFacts>({
  id: "domain/repeated-halt-has-no-effect",
  profile: "domain",
  level: "MUST",
  sentence:
    "While stopped, a halt whose id was used before, the current one or an earlier one (A, B, A), causes no release and no receipt.",
  checks: "After a repeat there is no further release and no further receipt of that stop than its one.",
  lookAt: "A domain that remembers only the last halt id.",
  check({ repeats }, findings) {
    for (const repeat of repeats) {
      if (repeat.late) continue;
      findings.exercised();
      const { stop } = repeat;
      for (const [what, facts] of [
        ["release", stop.releases],
        ["receipt", stop.receipts],
      ] as const) {
        const extra = facts.find(({ at }, index) => index > 0 && at > repeat.at);
        if (extra === undefined) continue;
        findings.violated(
          extra.at,
          `halt ${repeat.id} was repeated while stopped, and caused a second ${what}`,
          repeat,
        );
      }
    }
  },
});

const lateRepeatHasNoEffect = defineRule<DomainFacts>({
  id: "domain/late-repeat-has-no-effect",
  profile: "domain",
  level: "SHOULD",
  sentence:
    "After `rearm`, a halt whose id was used before has no effect: a late duplicate does not stop the new generation. An executor that acts on it gets this one warning, and the repeat is then judged as a new generation.",
  checks:
    "After a halt with a used id on a domain that is not stopped: no further release or receipt of that id, and no rejection of what is handled next.",
  lookAt: "Whether rearm forgets the ids of earlier stops.",
  check({ repeats }, findings) {
    for (const repeat of repeats) {
      if (!repeat.late) continue;
      findings.exercised();
      if (repeat.actedOn) {
        findings.violated(
          repeat.at,
          `halt ${repeat.id} came again after rearm, and stopped the new generation`,
          repeat,
        );
      }
    }
  },
});

const repeatedHaltJoins = defineRule<DomainFacts>({
  id: "domain/repeated-halt-joins",
  profile: "domain",
  level: "SHOULD",
  sentence: "The promise of a repeated halt does not resolve before that stop's receipt.",
  checks: "For a repeat while stopped, made before the receipt.",
  lookAt: "An early `return` for a known id; return the promise of the stop instead.",
  check({ repeats }, findings) {
    for (const { at, id, late, stop, settledAt, settledHow } of repeats) {
      const receiptAt = stop.receipts[0]?.at ?? Infinity;
      if (late || receiptAt < at) continue;
      findings.exercised();
      if (settledHow === "resolved" && settledAt < receiptAt) {
        findings.violated(
          settledAt,
          `the promise of the repeated halt ${id} resolved before the receipt of that stop`,
          stop,
        );
      }
    }
  },
});

const haltSettlesAfterReceipt = defineRule<DomainFacts>({
  id: "domain/halt-settles-after-receipt",
  profile: "domain",
  level: "MUST",
  sentence: "The promise of the halt that starts a generation settles, and not before its receipt.",
  checks:
    "`halt` comes back with a promise, without throwing; it has settled at the first quiescent point after the receipt, and not earlier than that.",
  lookAt: "What halt returns, and whether it awaits the drain, the release and the receipt in this order.",
  check(facts, findings) {
    for (const { at, message, during } of facts.escapes) {
      if (during === "halt") findings.violated(at, `halt does not come back: ${message}`);
    }
    for (const stop of facts.stops) {
      if (stop.budget !== undefined) continue;
      const receiptAt = stop.receipts[0]?.at ?? Infinity;
      if (receiptAt < Infinity) findings.exercised();
      if (stop.threw !== undefined)
        findings.violated(stop.at, `halt(${stop.name}) threw ${stop.threw} instead of returning a promise`, stop);
      if (stop.settledAt < receiptAt && !isAfterSinkFault(facts, stop.settledAt)) {
        findings.violated(stop.settledAt, `the promise of halt ${stop.name} settled before its receipt`, stop);
      }
      const owedAt = receiptAt === Infinity ? Infinity : facts.quietAfter(receiptAt);
      if (isMissing(owedAt, stop.settledAt) && !isAfterSinkFault(facts, owedAt)) {
        findings.violated(
          owedAt,
          `stop ${stop.name} was receipted, and the promise of halt has not settled at rest`,
          stop,
        );
      }
    }
  },
});

const releaseFailureRejectsHalt = defineRule<DomainFacts>({
  id: "domain/release-failure-rejects-halt",
  profile: "domain",
  level: "MUST",
  sentence:
    "A failing `release` still gives the receipt, once, and the promise of `halt` rejects with that very error.",
  checks:
    "For each stop whose release rejects or throws: one receipt, and the identity of the error that halt rejects with.",
  silentWhen: "The stop came from haltToolDomain, which never rejects, the host owns resources, or the sink threw.",
  lookAt: "The receipt belongs in a `finally`; the error must not be wrapped.",
  check(facts, findings) {
    if (facts.sinkFaultAt < Infinity || facts.hasResources) return;
    for (const stop of facts.stops) {
      const [release] = stop.releases;
      if (stop.budget !== undefined || release === undefined || release.how === undefined || release.how === "resolved")
        continue;
      findings.exercised();
      const owedAt = receiptOwedAt(facts, stop);
      const [receipt, second] = stop.receipts;
      if (isMissing(owedAt, receipt?.at)) {
        findings.violated(owedAt, `the release of stop ${stop.name} failed, and its receipt is missing`, stop);
        continue;
      }
      if (second !== undefined)
        findings.violated(second.at, `the release of stop ${stop.name} failed, and it was receipted twice`, stop);
      if (receipt === undefined) continue;
      if (stop.settledHow !== "rejected" || stop.error !== release.error) {
        const how =
          stop.settledHow === "rejected" ? `rejected with ${stop.error}` : (stop.settledHow ?? "never settled");
        findings.violated(
          facts.quietAfter(receipt.at),
          `the release of stop ${stop.name} failed with ${release.error}; halt ${how}`,
          stop,
        );
      }
    }
  },
});

const newHaltReleasesAgain = defineRule<DomainFacts>({
  id: "domain/new-halt-releases-again",
  profile: "domain",
  level: "MUST",
  sentence:
    "A new id is a new generation: released and receipted again, also when it overlaps an older drain, also on an idle domain.",
  checks:
    "For each stop after the first, and each stop on an idle domain: its release and its receipt come when they are owed.",
  silentWhen: "As `domain/one-release-per-halt` and `domain/one-receipt-per-halt`.",
  lookAt: "A flag such as `released` or `stopping` that outlives its stop, or a shortcut when nothing is in flight.",
  check(facts, findings) {
    facts.stops.forEach((stop, index) => {
      if (index === 0 && stop.inFlight.length > 0) return;
      const where = index > 0 ? "not the first" : "on an idle domain";
      for (const [what, owedAt, came] of [
        ["release", releaseOwedAt(facts, stop), stop.releases[0]],
        ["receipt", receiptOwedAt(facts, stop), stop.receipts[0]],
      ] as const) {
        if (owedAt < Infinity) findings.exercised();
        if (isMissing(owedAt, came?.at) && !isAfterSinkFault(facts, owedAt)) {
          findings.violated(owedAt, `stop ${stop.name}, ${where}, lacks its ${what} at rest`, stop);
        }
      }
    });
  },
});

/** The rules about calls of `halt`, new and repeated. */
export const haltRules = [
  repeatedHaltHasNoEffect,
  lateRepeatHasNoEffect,
  repeatedHaltJoins,
  haltSettlesAfterReceipt,
  releaseFailureRejectsHalt,
  newHaltReleasesAgain,
];
