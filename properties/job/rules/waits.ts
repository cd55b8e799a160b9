import { defineRule } from "../../../src/contract/rule.ts";
import { allowedCalls, describeCall } from "../access.ts";
import type { CallFact, JobFact, JobFacts, Seq } from "../facts.ts";
import { firstEnd, isTerminal, mayBeForgotten } from "../life.ts";
import { isScribbled } from "../indexTrace.ts";
import { strayAsks } from "../strayAsks.ts";

type WaitFact = CallFact & { readonly given: Extract<CallFact["given"], { method: "wait" }> };

export const waitDoesNotCancel = defineRule<JobFacts>({
  id: "job/wait-does-not-cancel",
  profile: "job",
  level: "MUST",
  capabilities: ["wait"],
  sentence: "`wait` resolves at the end or at its timeout, whichever is first, and never ends the job.",
  checks:
    "It resolves by the first quiescent point after the end was shown or the timeout passed; not before with a live status; no producer is asked to stop by it.",
  silentWhen: "A disposal was called before it resolved, or the job may be forgotten.",
  lookAt: "A wait built on the cancel of the job, one that only looks at its timeout, or a timer in the wrong unit.",
  check(facts, findings) {
    for (const job of facts.jobs) {
      if (job.isAmbiguous) continue;
      for (const wait of allowedCalls(job, "wait") as readonly WaitFact[]) {
        const message = checkWait(facts, job, wait, () => findings.exercised());
        if (message !== undefined) findings.violated(message.at, `${describeCall(wait)} ${message.text}`, job);
      }
    }
    for (const { job, ask, cause } of strayAsks(facts)) {
      if (cause.given.method !== "wait" || cause.job !== job || callIsStrange(job, cause)) continue;
      findings.violated(ask.at, `${describeCall(cause)} asked the producer to stop`, job);
    }
  },
});

function callIsStrange(job: JobFact, call: CallFact): boolean {
  return !allowedCalls(job, "wait").includes(call);
}

function checkWait(
  facts: JobFacts,
  job: JobFact,
  wait: WaitFact,
  exercised: () => void,
): { readonly at: Seq; readonly text: string } | undefined {
  const { answer, refusal, endedAt, endedAtMs, atMs, given } = wait;
  const dueMs = atMs + given.timeoutMs;
  const owedAt = Math.min(quietAtMs(facts, wait.at, dueMs), quietAfterEnd(facts, job, wait.at));
  if (mayBeForgotten(facts, job, Math.min(endedAt, owedAt))) return undefined;
  if (refusal !== undefined) return { at: endedAt, text: `was refused: ${refusal.message}` };
  const [shown] = answer?.jobs ?? [];
  if (shown !== undefined) {
    exercised();
    if (endedAtMs + facts.trace.settleMs < dueMs && !isTerminal(shown.status) && !isScribbled(shown)) {
      const text = `resolved after ${endedAtMs - atMs} of ${given.timeoutMs} ms and shows the job as ${shown.status}`;
      return { at: endedAt, text };
    }
  }
  if (endedAt <= owedAt) return undefined;
  return { at: owedAt, text: "had not resolved, although the job had ended or its timeout had passed" };
}

function quietAtMs(facts: JobFacts, after: Seq, ms: number): Seq {
  return facts.quiets.find(({ at, atMs }) => at > after && atMs >= ms)?.at ?? Infinity;
}

function quietAfterEnd(facts: JobFacts, job: JobFact, at: Seq): Seq {
  const end = firstEnd(job);
  return end === undefined ? Infinity : facts.quietAfter(Math.max(end.to, at));
}
