import type { BatchFact, LaneFacts, Seq } from "./facts.ts";

/** How many outcomes a batch may report in all. */
export type OutcomesOwed = "none" | "one" | "one or none";

/**
 * What a batch whose body has ended reports: one outcome; none if it was cancelled before; either if a cancel came between
 * the two.
 */
export function outcomesOwed(batch: BatchFact): OutcomesOwed {
  const cancelledAt = batch.cancels[0]?.at ?? Infinity;
  if (cancelledAt < batch.endedAt) return "none";
  const reportedAt = batch.outcomes[0]?.at ?? Infinity;
  return cancelledAt < reportedAt && batch.cancels[0]?.kind === "ending" ? "one or none" : "one";
}

/** When an outcome is owed: at the first quiescent point after the body has ended. Infinity: none is. */
export function outcomeOwedAt(facts: LaneFacts, batch: BatchFact): Seq {
  if (batch.endedAt === Infinity || outcomesOwed(batch) !== "one") return Infinity;
  return facts.quietAfter(batch.endedAt);
}

/** When nothing more is owed for an accepted batch: it has ended and reported, or been cancelled and does not run. */
export function overAt(batch: BatchFact): Seq {
  if (batch.state === "cancelled") return batch.cancels[0]?.at ?? Infinity;
  if (outcomesOwed(batch) !== "one") return batch.endedAt;
  return Math.max(batch.endedAt, batch.outcomes[0]?.at ?? Infinity);
}

/** Whether something owed at `owedAt` that came at `cameAt` is missing there. */
export function isMissing(owedAt: Seq, cameAt: Seq | undefined): boolean {
  return owedAt < Infinity && (cameAt === undefined || cameAt > owedAt);
}
