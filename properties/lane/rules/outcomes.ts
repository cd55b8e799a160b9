import { defineRule } from "../../../src/contract/rule.ts";
import type { SeenResults } from "../../../src/contract/lane-trace.ts";
import type { BatchFact, LaneFacts } from "../facts.ts";
import { isMissing, outcomeOwedAt, outcomesOwed } from "../owed.ts";
import { isAfterHostFault, label, troubleBy } from "../permits.ts";

const oneOutcomePerBatch = defineRule<LaneFacts>({
  id: "lane/one-outcome-per-batch",
  profile: "lane",
  level: "MUST",
  sentence:
    "Each batch that ends reports exactly one outcome, for its agent and batch, after its body ended. A batch cancelled before its body ended reports none; a cancel between a body's end and its outcome permits one or none.",
  checks: "Matches outcomes with batches by `batchId`; one is owed at the first quiescent point after the body's end.",
  silentWhen: "An outcome is missing after the host threw (`lane/host-fault-contained` then).",
  lookAt:
    "Every way out of a body: returned, rejected, thrown at once, cancelled; and the ids that are copied into the outcome.",
  check(facts, findings) {
    for (const outcome of facts.outcomes) {
      const { batch, batchId, agent, at } = outcome;
      if (batch === undefined)
        findings.violated(at, `an outcome names the batch ${label(batchId)}, which nobody submitted`);
      else if (agent !== batch.agent) {
        findings.violated(
          at,
          `the outcome of ${label(batchId)} names the agent ${label(agent)}, not ${label(batch.agent)}`,
          batch,
        );
      }
    }
    for (const batch of facts.batches) {
      const [first, second] = batch.outcomes;
      if (batch.endedAt < Infinity) findings.exercised();
      if (first !== undefined && first.at < batch.endedAt) {
        findings.violated(first.at, `${label(batch.name)} reported an outcome before its body ended`, batch);
      }
      if (second !== undefined) findings.violated(second.at, `${label(batch.name)} reported twice`, batch);
      if (first !== undefined && outcomesOwed(batch) === "none") {
        findings.violated(
          first.at,
          `${label(batch.name)} reported although it had been cancelled before its end`,
          batch,
        );
      }
      const owedAt = outcomeOwedAt(facts, batch);
      if (isMissing(owedAt, first?.at) && !isAfterHostFault(facts, owedAt)) {
        findings.violated(
          owedAt,
          `the body of ${label(batch.name)} has ended, everything is at rest, and no outcome came`,
          batch,
        );
      }
    }
  },
});

const outcomeCarriesResults = defineRule<LaneFacts>({
  id: "lane/outcome-carries-results",
  profile: "lane",
  level: "MUST",
  sentence: "The `(tool_call_id, result)` pairs are those the body returned, in order.",
  checks: "Compares the pairs of each outcome with those its body returned.",
  lookAt: "A table or a set on the way: it loses the order, or pairs that look alike.",
  check({ outcomes }, findings) {
    for (const { at, batch, results, error } of outcomes) {
      if (batch?.results === undefined) continue;
      findings.exercised();
      if (results === undefined) {
        findings.violated(
          at,
          `the body of ${label(batch.name)} returned, and its outcome has the error ${error ?? ""}`,
          batch,
        );
      } else if (!areSame(batch.results, results)) {
        const [was, came] = [describe(batch.results), describe(results)];
        findings.violated(
          at,
          `the body of ${label(batch.name)} returned ${was}, and its outcome carries ${came}`,
          batch,
        );
      }
    }
  },
});

const failedBatchContained = defineRule<LaneFacts>({
  id: "lane/failed-batch-contained",
  profile: "lane",
  level: "MUST",
  sentence:
    "A body that throws, at once or later, reports one outcome with the error, gives its permit back and harms no other batch; nothing escapes.",
  checks:
    "The outcome has the very error that was thrown; and where nothing but failures happened in a run, no permit is missing or too many.",
  silentWhen: "What escapes is judged by `lane/nothing-escapes`.",
  lookAt: "The path of a rejection, and of a body that throws before it returns a promise: both end like any other.",
  check(facts, findings) {
    for (const batch of facts.batches) {
      if (batch.error === undefined) continue;
      findings.exercised();
      checkFailure(facts, batch, (at, message) => findings.violated(at, message, batch));
    }
    const trouble = facts.batches.some(({ error }) => error !== undefined) ? troubleBy(facts, "failure") : undefined;
    if (trouble !== undefined) findings.violated(trouble.at, `after a body failed, ${trouble.message}`);
  },
});

function checkFailure(facts: LaneFacts, batch: BatchFact, violated: (at: number, message: string) => void): void {
  const [outcome] = batch.outcomes;
  const owedAt = outcomeOwedAt(facts, batch);
  if (isMissing(owedAt, outcome?.at) && !isAfterHostFault(facts, owedAt)) {
    violated(owedAt, `the body of ${label(batch.name)} failed, and no outcome says so`);
  }
  if (outcome === undefined) return;
  if (outcome.error === undefined)
    violated(outcome.at, `the body of ${label(batch.name)} failed, and its outcome has results`);
  else if (outcome.error !== batch.error) {
    violated(outcome.at, `the body of ${label(batch.name)} threw ${batch.error}, and its outcome has ${outcome.error}`);
  }
}

function areSame(a: SeenResults, b: SeenResults): boolean {
  return a.length === b.length && a.every(([id, result], index) => b[index]?.[0] === id && b[index][1] === result);
}

function describe(results: SeenResults): string {
  return results.length === 0 ? "no pairs" : results.map(([id, result]) => `(${id}, ${result})`).join(" ");
}

/** The rules about what a batch reports. */
export const outcomeRules = [oneOutcomePerBatch, outcomeCarriesResults, failedBatchContained];
