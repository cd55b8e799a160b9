import { defineRule } from "../../../src/contract/rule.ts";
import type { Findings } from "../../../src/contract/rule.ts";
import type { LaneFacts, WaitingFact } from "../facts.ts";
import { label, names } from "../permits.ts";

const firstComeFirstServed = defineRule<LaneFacts>({
  id: "lane/first-come-first-served",
  profile: "lane",
  level: "MUST",
  capabilities: ["fifo"],
  sentence: "Permits are granted to those ahead first, resuming batches included.",
  checks:
    "At a quiescent point nobody still waits while a batch behind it has been served. Ahead: a quiescent point lies between the two beginning to wait.",
  silentWhen: "No quiescent point lies between the two: they race. A batch that was cancelled is not judged.",
  lookAt: "A new batch that takes a free permit past the queue, or a resuming one that is put in front of it.",
  check(facts, findings) {
    exercise(facts, findings);
    for (const waiting of facts.waitings) {
      if (waiting.overtakenBy.size > 0) {
        findings.violated(waiting.overtakenAt, `${who(waiting)} while it waits, although it was ahead`, waiting.batch);
      }
    }
  },
});

const noStarvation = defineRule<LaneFacts>({
  id: "lane/no-starvation",
  profile: "lane",
  level: "SHOULD",
  sentence:
    "While others finish or park, no waiting batch is overtaken by more than *width* batches behind it. With [fifo] that is MUST by the rule above.",
  checks: "Counts, at quiescent points, the batches behind each waiting one that have been served.",
  lookAt: "Who is chosen when a permit comes free: the newest, or the resuming ones always first.",
  check(facts, findings) {
    exercise(facts, findings);
    for (const waiting of facts.waitings) {
      if (waiting.overtakenBy.size > waiting.width) {
        findings.violated(
          waiting.overtakenAt,
          `${who(waiting)} while it waits: more than the width of ${waiting.width}`,
          waiting.batch,
        );
      }
    }
  },
});

const neverStarvesForever = defineRule<LaneFacts>({
  id: "lane/never-starves-forever",
  profile: "lane",
  level: "MUST",
  sentence: "A waiting batch is served before `10 × width + 10` batches that came behind it.",
  checks: "Counts them at quiescent points; at the end of some runs fresh batches keep coming while one waits.",
  lookAt: "A stack in the place of a queue, or a batch that is looked at only when nobody else is there.",
  check(facts, findings) {
    exercise(facts, findings);
    for (const waiting of facts.waitings) {
      const { size } = waiting.overtakenBy;
      if (size >= 10 * waiting.width + 10) {
        findings.violated(
          waiting.overtakenAt,
          `${label(waiting.batch.name)} still waits after ${size} batches behind it have been served`,
          waiting.batch,
        );
      }
    }
  },
});

/** Two batches wait at a quiescent point, and one of them is ahead. */
function exercise({ rests }: LaneFacts, findings: Findings): void {
  for (const { waiting } of rests) {
    const first = waiting[0];
    if (first !== undefined && waiting.some(({ quiets }) => quiets !== first.quiets)) findings.exercised();
  }
}

function who({ batch, resumes, overtakenBy }: WaitingFact): string {
  return `${label(batch.name)}${resumes ? ", which resumes," : ""} was overtaken by ${names([...overtakenBy])}`;
}

/** The rules about who is served first. */
export const orderRules = [firstComeFirstServed, noStarvation, neverStarvesForever];
