import { defineRule } from "../../../src/contract/rule.ts";
import type { BatchFact, LaneFacts } from "../facts.ts";
import { isAfterHostFault, label } from "../permits.ts";

export const submitReturnsAtOnce = defineRule<LaneFacts>({
  id: "lane/submit-returns-at-once",
  profile: "lane",
  level: "MUST",
  sentence: "`submit` returns nothing, synchronously, and never throws on an open lane.",
  checks: "Every call of `submit` comes back, none returns a thenable, and none throws before `close` was called.",
  lookAt: "An `async` submit, a submit that returns the batch's promise, or one that refuses when the lane is full.",
  check({ batches, escapes }, findings) {
    for (const { at, message, during } of escapes) {
      if (during === "submit") findings.violated(at, `submit does not come back: ${message}`);
    }
    for (const batch of batches) {
      if (batch.afterClose) continue;
      findings.exercised();
      if (batch.returned === "thenable") {
        findings.violated(
          batch.returnedAt,
          `submit(${label(batch.name)}) returned a promise; it must return nothing`,
          batch,
        );
      }
      if (batch.threw !== undefined) {
        findings.violated(batch.returnedAt, `submit(${label(batch.name)}) on an open lane threw ${batch.threw}`, batch);
      }
    }
  },
});

export const eachBatchRunsOnce = defineRule<LaneFacts>({
  id: "lane/each-batch-runs-once",
  profile: "lane",
  level: "MUST",
  sentence: "A batch is executed exactly once (none if cancelled while queued).",
  checks:
    "Counts the calls of `exec`; at the end of the run a batch that never ran is lost if a later one ran, or a timer was still to come.",
  silentWhen: "A batch waits at the end and no later one ran: `lane/work-conserving` says what holds it up.",
  lookAt: "Where a batch leaves the queue: dropped on the way to its start, or taken by two free permits at once.",
  check(facts, findings) {
    const end = facts.rests.at(-1);
    for (const batch of facts.batches) {
      if (batch.afterClose) continue;
      const [first, second] = batch.starts;
      if (first !== undefined) findings.exercised();
      if (second !== undefined) findings.violated(second, `the body of ${label(batch.name)} was started twice`, batch);
      if (batch.state !== "queued" || end === undefined || isAfterHostFault(facts, end.at)) continue;
      if (end.width >= 1 && (end.timers || laterOneRan(facts, batch))) {
        findings.violated(end.at, `the body of ${label(batch.name)} was never started`, batch);
      }
    }
  },
});

function laterOneRan({ batches }: LaneFacts, batch: BatchFact): boolean {
  return batches.some((other) => other.at > batch.at && other.starts.length > 0);
}

export const noOutcomeInsideSubmit = defineRule<LaneFacts>({
  id: "lane/no-outcome-inside-submit",
  profile: "lane",
  level: "MUST",
  sentence: "No outcome is reported inside `submit`.",
  checks: "While a call of `submit` is on the stack, `outcome` is not called.",
  lookAt: "A body that ends at once, or throws, and is reported in the same turn: report from a later reaction.",
  check({ batches, outcomesInSubmit }, findings) {
    for (const { starts, returnedAt, endedAt } of batches) {
      if (starts.length > 0 && returnedAt < Infinity && endedAt < Infinity) findings.exercised();
    }
    for (const { at, batchId } of outcomesInSubmit) {
      findings.violated(at, `the outcome of ${label(batchId)} was reported inside a call of submit`);
    }
  },
});
