import { defineRule } from "../../../src/contract/rule.ts";
import type { DomainFacts, ResetFact } from "../facts.ts";
import { isAfterSinkFault, isMissing } from "../owed.ts";

const capabilities = ["resources"] as const;

const RESETS = ["revertDiff", "cancelCommand"] as const;

const bothResetsAttempted = defineRule<DomainFacts>({
  id: "domain/both-resets-attempted",
  profile: "domain",
  level: "MUST",
  capabilities,
  sentence:
    "Each stop calls `revertDiff` and `cancelCommand` once each, the second also when the first fails, synchronously or not. Judged by count: never more receipts than completed pairs.",
  checks:
    "Counts resets against stops: as many of each as stops that drained, none more; at each receipt as many settled pairs as receipts; `runner.release` is not called.",
  silentWhen: "A reset hangs, a tool hangs, or a haltToolDomain ran out of its budget.",
  lookAt:
    "`await revertDiff(); await cancelCommand();` without a guard around the first, or a release path beside the adapter.",
  check(facts, findings) {
    if (!facts.hasResources) return;
    const { stops, resets, releases } = facts;
    if (stops.length > 0 && resets.length > 0) findings.exercised();
    for (const { at } of releases) findings.violated(at, "runner.release was called although the host owns resources");
    for (const which of RESETS) {
      const extra = resets.filter((reset) => reset.which === which)[stops.length];
      if (extra !== undefined)
        findings.violated(extra.at, `${which} was called more often than there were stops (${stops.length})`);
    }
    checkMissing(facts, findings);
    checkReceipts(facts, findings);
  },
});

/** At the end everything was granted, so nothing but what hangs can hold a reset back. */
function checkMissing(facts: DomainFacts, findings: Parameters<typeof bothResetsAttempted.check>[1]): void {
  const { stops, resets, runs } = facts;
  const hangs = runs.some(({ settledAt }) => settledAt === Infinity) || resets.some((reset) => reset.hangs);
  const end = facts.quiets.at(-1) ?? -1;
  if (hangs || end < 0 || stops.some(({ budget }) => budget !== undefined && budget.failures.length > 0)) return;
  if (isAfterSinkFault(facts, end)) return;
  if (stops.length > 0) findings.exercised();
  for (const which of RESETS) {
    const calls = resets.filter((reset) => reset.which === which).length;
    if (calls < stops.length) {
      findings.violated(
        end,
        `stops: ${stops.length}, calls of ${which}: ${calls}; each stop has to call it once, whatever the other reset does`,
      );
    }
  }
}

function checkReceipts(facts: DomainFacts, findings: Parameters<typeof bothResetsAttempted.check>[1]): void {
  const receipts = facts.emits.filter(({ event }) => event.kind === "tool.halted");
  receipts.forEach(({ at }, index) => {
    const pairs = Math.min(
      ...RESETS.map((which) => facts.resets.filter((reset) => reset.which === which && reset.settledAt < at).length),
    );
    if (index + 1 > pairs)
      findings.violated(
        at,
        `receipt number ${index + 1} came when only ${pairs} pairs of revertDiff and cancelCommand had completed`,
      );
  });
}

const resetFailureReported = defineRule<DomainFacts>({
  id: "domain/reset-failure-reported",
  profile: "domain",
  level: "MUST",
  capabilities,
  sentence:
    "A failed reset is reported to `onReleaseError`, once each, and not rethrown: the receipt comes and `halt` resolves.",
  checks:
    "As many reports of an error as resets failed with it, each at the first quiescent point after the failure, and no halt that rejects.",
  lookAt:
    "A catch that swallows the error, one that reports the second failure only or waits for it, or a rethrow after the report.",
  check(facts, findings) {
    if (!facts.hasResources) return;
    const failed = facts.resets.filter(isFailed);
    if (failed.length === 0) return;
    findings.exercised();
    for (const error of new Set([
      ...failed.map((reset) => reset.error),
      ...facts.releaseErrors.map((report) => report.error),
    ])) {
      const expected = failed
        .filter((reset) => reset.error === error)
        .toSorted((one, other) => one.settledAt - other.settledAt);
      const reports = facts.releaseErrors.filter((report) => report.error === error);
      if (reports.length !== expected.length) {
        const at = reports.at(-1)?.at ?? expected.at(-1)?.settledAt ?? 0;
        findings.violated(
          at,
          `resets that failed with ${error}: ${expected.length}; told to onReleaseError: ${reports.length}`,
        );
      }
      const late = expected.find(({ settledAt }, index) => isMissing(facts.quietAfter(settledAt), reports[index]?.at));
      if (late !== undefined && reports.length === expected.length) {
        findings.violated(
          facts.quietAfter(late.settledAt),
          `${late.which} failed with ${error}, everything was at rest, and onReleaseError was told only later`,
        );
      }
    }
    for (const stop of facts.stops) {
      if (stop.settledHow === "rejected" && !isAfterSinkFault(facts, stop.settledAt)) {
        findings.violated(
          stop.settledAt,
          `a reset failed, and halt ${stop.name} rejected with ${stop.error}; it must resolve`,
          stop,
        );
      }
    }
  },
});

function isFailed({ how }: ResetFact): boolean {
  return how === "rejected" || how === "threw";
}

/** The rules about the resources a domain owns. */
export const resourceRules = [bothResetsAttempted, resetFailureReported];
