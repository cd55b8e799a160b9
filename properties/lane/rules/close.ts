import { defineRule } from "../../../src/contract/rule.ts";
import type { CloseFact, LaneFacts } from "../facts.ts";
import { isMissing, overAt } from "../owed.ts";
import { isAfterHostFault, label, names } from "../permits.ts";

const closeDrains = defineRule<LaneFacts>({
  id: "lane/close-drains",
  profile: "lane",
  level: "MUST",
  capabilities: ["close"],
  sentence: "`close` resolves once, and only after, every accepted batch has ended and reported; a second close joins.",
  checks:
    "No promise of `close` resolves while a batch is open; each has resolved at the first quiescent point at which none is.",
  silentWhen: "It has not resolved after the host threw.",
  lookAt: "What close counts: queued batches, parked ones, and outcomes that are still to be reported.",
  check(facts, findings) {
    for (const close of facts.closes) {
      findings.exercised();
      const { settledAt, how, error } = close;
      if (how === "rejected" || how === "threw") findings.violated(settledAt, `close() failed with ${error}`);
      const open = facts.batches.filter((batch) => isAccepted(batch) && overAt(batch) > settledAt);
      if (settledAt < Infinity && open.length > 0) {
        findings.violated(settledAt, `close() resolved before ${names(open)} had ended and reported`);
      }
      const owedAt = closeOwedAt(facts, close);
      if (isMissing(owedAt, settledAt) && !isAfterHostFault(facts, owedAt)) {
        findings.violated(owedAt, "every accepted batch has ended and reported, and close() has not resolved");
      }
    }
  },
});

function isAccepted({ afterClose, threw }: LaneFacts["batches"][number]): boolean {
  return !afterClose && threw === undefined;
}

function closeOwedAt(facts: LaneFacts, close: CloseFact): number {
  let doneAt = close.at;
  for (const batch of facts.batches) if (isAccepted(batch)) doneAt = Math.max(doneAt, overAt(batch));
  return doneAt === Infinity ? Infinity : facts.quietAfter(doneAt);
}

const closedLaneRefuses = defineRule<LaneFacts>({
  id: "lane/closed-lane-refuses",
  profile: "lane",
  level: "MUST",
  capabilities: ["close"],
  sentence: "`submit` on a closed lane throws a clear error and starts nothing.",
  checks: "Such a call throws an `Error` with a message, and neither `exec` nor an outcome follows.",
  lookAt: "A closed lane that takes batches and drops them, or that throws only once it has drained.",
  check({ batches }, findings) {
    for (const batch of batches) {
      if (!batch.afterClose) continue;
      findings.exercised();
      const what = `submit(${label(batch.name)}) on a closed lane`;
      if (batch.threw === undefined) findings.violated(batch.returnedAt, `${what} threw nothing`, batch);
      else if (!batch.clear)
        findings.violated(batch.returnedAt, `${what} threw ${batch.threw}, no Error with a message`, batch);
      const [start] = batch.starts;
      if (start !== undefined) findings.violated(start, `${what} started its body`, batch);
      const [outcome] = batch.outcomes;
      if (outcome !== undefined) findings.violated(outcome.at, `${what} reported an outcome`, batch);
    }
  },
});

/** The rules about closing. */
export const closeRules = [closeDrains, closedLaneRefuses];
