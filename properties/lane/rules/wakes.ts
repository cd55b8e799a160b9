import { defineRule } from "../../../src/contract/rule.ts";
import type { CallFact, LaneFacts, Seq } from "../facts.ts";
import { isAfterHostFault, label } from "../permits.ts";

export const wakesTheLoop = defineRule<LaneFacts>({
  id: "lane/wakes-the-loop",
  profile: "lane",
  level: "MUST",
  capabilities: ["wake"],
  sentence:
    "Each outcome, and each park with nobody queued, has at least one wake after it by the next quiescent point; wakes may coalesce, more are allowed.",
  checks: "Looks for a call of `wake` between each of them and the next quiescent point.",
  silentWhen: "The host threw before, the wait threw at once, or a batch was submitted before that point.",
  lookAt: "The loop sleeps until it is woken: wake it after `outcome`, not before, and whenever capacity comes free.",
  check(facts, findings) {
    const check = (at: Seq, message: string): void => {
      const owedAt = facts.quietAfter(at);
      if (owedAt === Infinity || isAfterHostFault(facts, owedAt)) return;
      findings.exercised();
      if (!facts.wakes.some((wake) => wake > at && wake < owedAt)) findings.violated(owedAt, message);
    };
    for (const { at, batchId } of facts.outcomes) check(at, `no wake followed the outcome of ${label(batchId)}`);
    for (const call of facts.calls) {
      if (isLonelyPark(facts, call))
        check(call.at, `no wake followed when ${label(call.batch?.name ?? "")} parked with nobody queued`);
    }
  },
});

function isLonelyPark(facts: LaneFacts, { at, parksAlone, settled, cancelled }: CallFact): boolean {
  if (!parksAlone || settled === "threw" || cancelled) return false;
  const until = facts.quietAfter(at);
  return !facts.batches.some((batch) => batch.at > at && batch.at < until);
}
