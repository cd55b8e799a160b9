import { defineRule } from "../../../src/contract/rule.ts";
import type { BatchFact, CancelFact, LaneFacts } from "../facts.ts";
import { isolated } from "../isolated.ts";
import { label, troubleBy, type Sign } from "../permits.ts";

export const signalOnlyOnCancel = defineRule<LaneFacts>({
  id: "lane/signal-only-on-cancel",
  profile: "lane",
  level: "MUST",
  sentence: "A batch's signal is aborted only by its cancel (or by closing, where the adapter says so).",
  checks: "Looks at each signal when its body ends and when the run ends, and listens to some of them meanwhile.",
  silentWhen: "`close` was called before the signal was seen to be aborted.",
  lookAt:
    "A controller that is aborted to clean up: at the end of the batch, on parking, when another one is cancelled.",
  check({ batches, closes }, findings) {
    for (const batch of batches) {
      if (batch.abortedAtEnd === undefined) continue;
      findings.exercised();
      if (batch.abortedAt === Infinity) continue;
      const isAllowed =
        batch.cancels.some(({ at }) => at < batch.abortedAt) || closes.some(({ at }) => at < batch.abortedAt);
      if (!isAllowed) {
        findings.violated(
          batch.abortedAt,
          `the signal of ${label(batch.name)} is aborted, and nobody cancelled it`,
          batch,
        );
      }
    }
  },
});

const cancelQueuedNeverRuns = defineRule<LaneFacts>({
  id: "lane/cancel-queued-never-runs",
  profile: "lane",
  level: "MUST",
  capabilities: ["cancelQueued"],
  sentence: "A batch cancelled while queued never runs, and those behind it are served as if it had never come.",
  checks:
    "No `exec` follows such a cancel; and where nothing else happened in a run, nobody is held up and no permit is missing or too many.",
  lookAt:
    "A permit on its way to a waiter that is cancelled before it starts: hand it on to the next one, in the same turn too.",
  check(facts, findings) {
    for (const { batch, kind } of facts.cancels) {
      if (kind !== "queued") continue;
      findings.exercised();
      const [start] = batch.starts;
      if (start !== undefined) {
        findings.violated(start, `${label(batch.name)} was cancelled while queued, and its body was started`, batch);
      }
    }
    const trouble = troubleBy(facts, "cancel queued");
    if (trouble !== undefined) findings.violated(trouble.at, `after a queued batch was cancelled, ${trouble.message}`);
  },
});

const cancelRunningFreesPermit = defineRule<LaneFacts>({
  id: "lane/cancel-running-frees-permit",
  profile: "lane",
  level: "MUST",
  capabilities: ["cancelRunning"],
  sentence:
    "A busy or parked batch that is cancelled gets its signal aborted; its permit is free for others when its body has ended, not before, and its later result is dropped.",
  checks:
    "The signal is aborted at the first quiescent point; nobody starts in the place of a cancelled body that still runs; no outcome comes; and where nothing else happened in a run, no permit is missing or too many.",
  silentWhen: "Its body ends before that quiescent point: then its signal is not asked for.",
  lookAt: "A cancel that gives the permit back itself: the body still runs, and gives it back again when it ends.",
  check(facts, findings) {
    for (const cancel of facts.cancels) {
      if (cancel.kind !== "busy" && cancel.kind !== "parked") continue;
      findings.exercised();
      for (const { at, message } of runningProblems(facts, cancel)) findings.violated(at, message, cancel.batch);
    }
    const tooEarly = facts.starts.find(
      ({ busy, width, uncertain, beside }) => busy > width && !uncertain && beside !== undefined,
    );
    if (tooEarly !== undefined) {
      findings.violated(
        tooEarly.at,
        `${label(tooEarly.batch.name)} runs in the place of ${label(nameOf(tooEarly.beside))}, which was cancelled and still runs`,
      );
    }
    const trouble = troubleBy(facts, "cancel running");
    if (trouble !== undefined) findings.violated(trouble.at, `after a running batch was cancelled, ${trouble.message}`);
  },
});

function runningProblems(facts: LaneFacts, { at, batch }: CancelFact): Sign[] {
  const problems: Sign[] = [];
  const owedAt = facts.quietAfter(at);
  if (owedAt < batch.endedAt && batch.abortedAt === Infinity) {
    problems.push({
      at: owedAt,
      message: `${label(batch.name)} was cancelled while it ran, and its signal is not aborted`,
    });
  }
  const [outcome] = batch.outcomes;
  if (outcome !== undefined) {
    problems.push({
      at: outcome.at,
      message: `${label(batch.name)} was cancelled while it ran, and its result was reported`,
    });
  }
  return problems;
}

function nameOf(batch: BatchFact | undefined): string {
  return batch?.name ?? "";
}

const cancelIsIdempotent = defineRule<LaneFacts>({
  id: "lane/cancel-is-idempotent",
  profile: "lane",
  level: "MUST",
  capabilities: ["cancelQueued"],
  sentence: "Cancelling twice, or after the end, changes nothing further.",
  checks:
    "At rest nothing follows such a cancel and `stats` are as before; and where nothing but cancels after the end happened in a run, no permit is missing or too many.",
  lookAt:
    "Whatever a cancel counts down or gives back: only once for a batch, and not when it is already on its way out.",
  check(facts, findings) {
    for (const cancel of facts.cancels) {
      if (cancel.kind !== "again" && cancel.kind !== "ended") continue;
      findings.exercised();
      const change = changeAfter(facts, cancel);
      if (change !== undefined) findings.violated(change.at, change.message, cancel.batch);
    }
    const trouble = troubleBy(facts, "cancel again");
    if (trouble !== undefined)
      findings.violated(trouble.at, `after a batch was cancelled that was over, ${trouble.message}`);
  },
});

/** What a lane at rest does only because of a cancel. */
const EFFECTS: ReadonlySet<string> = new Set(["exec", "outcome", "resumed", "aborted"]);

/** What changed because of a cancel that was alone between two quiescent points. */
function changeAfter(facts: LaneFacts, { at, batch }: CancelFact): Sign | undefined {
  const alone = isolated(facts, at);
  if (alone === undefined) return undefined;
  const what = `cancel(${label(batch.name)}), a batch that was ${batch.endedAt < at ? "over" : "cancelled before"},`;
  const effect = alone.firstOf(EFFECTS);
  if (effect !== undefined) return { at: effect.at, message: `${what} ${effect.message}` };
  const [old, now] = [alone.before.stats, alone.after.stats];
  if (old === undefined || now === undefined) return undefined;
  const changed = (["queued", "busy", "parked", "workers"] as const).find((count) => old[count] !== now[count]);
  if (changed === undefined) return undefined;
  return { at: alone.after.at, message: `${what} changed ${changed} from ${old[changed]} to ${now[changed]}` };
}

/** The rules about what a cancel does. */
export const cancelRules = [cancelQueuedNeverRuns, cancelRunningFreesPermit, cancelIsIdempotent];
