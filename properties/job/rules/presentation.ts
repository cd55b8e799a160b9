import { defineRule, type Findings } from "../../../src/contract/rule.ts";
import { describeCall } from "../access.ts";
import type { JobFact, JobFacts, PresentFact } from "../facts.ts";
import { firstEnd, hasHookFault, hasProducer, lacksNotice, listenerFaultBefore, noticeOwedAt } from "../life.ts";

export const presentationMatchesState = defineRule<JobFacts>({
  id: "job/presentation-matches-state",
  profile: "job",
  level: "MUST",
  capabilities: ["presentation"],
  sentence:
    "The hook is called with `pending` before `start()` (its `id` empty), `running` once after it, stopping included, `completed` once at any end and before the notice, in that order; a throwing hook is contained.",
  checks:
    "Counts and orders the calls of the hook of each job whose producer started; after a hook failed: the start is not refused, the notice comes, no call is refused with that error.",
  silentWhen: "The producer threw, or the start was refused for another reason.",
  lookAt: "The places where a job changes its state, and whether each of them tells the hook.",
  check(facts, findings) {
    for (const job of facts.jobs) {
      if (hasHookFault(job)) checkContainment(facts, job, findings);
      if (!hasProducer(job) || job.isAmbiguous) continue;
      findings.exercised();
      checkPending(job, findings);
      checkRunning(facts, job, findings);
      checkCompleted(facts, job, findings);
    }
  },
});

function presentsOf(job: JobFact, state: string): readonly PresentFact[] {
  return job.presents.filter((present) => present.state === state);
}

function checkPending(job: JobFact, { violated }: Findings): void {
  const [first, second] = presentsOf(job, "pending");
  const startedAt = job.producerStarts[0] as number;
  if (first === undefined || first.at > startedAt) {
    violated(startedAt, `the producer of ${job.name} was started before its hook was told that it is pending`, job);
  } else if (first.shown.id !== "") {
    violated(first.at, `the hook of ${job.name} was told an id while it is pending`, job);
  }
  if (second !== undefined) violated(second.at, `the hook of ${job.name} was told twice that it is pending`, job);
}

function checkRunning(facts: JobFacts, job: JobFact, { violated }: Findings): void {
  const [first, second] = presentsOf(job, "running");
  const startedAt = job.producerStarts[0] as number;
  if (first !== undefined && first.at < startedAt) {
    violated(first.at, `the hook of ${job.name} was told that it runs before its producer was started`, job);
  }
  if (second !== undefined) violated(second.at, `the hook of ${job.name} was told twice that it runs`, job);
  const owedAt = job.start.answer === undefined ? Infinity : facts.quietAfter(job.start.endedAt);
  if (owedAt < Infinity && (first === undefined || first.at > owedAt)) {
    violated(owedAt, `${job.name} was started, and its hook was not told that it runs`, job);
  }
}

function checkCompleted(facts: JobFacts, job: JobFact, { violated }: Findings): void {
  const [first, second] = presentsOf(job, "completed");
  const running = presentsOf(job, "running")[0];
  if (second !== undefined) violated(second.at, `the hook of ${job.name} was told twice of its end`, job);
  if (first !== undefined && (running === undefined || running.at > first.at)) {
    violated(first.at, `the hook of ${job.name} was told of its end before it was told that it runs`, job);
  }
  const [notice] = job.notices;
  if (notice !== undefined && (first === undefined || first.at > notice.at)) {
    violated(notice.at, `${job.name} was announced before its hook was told of its end`, job);
    return;
  }
  const end = firstEnd(job);
  const shownAt = end?.to ?? (facts.dispose?.answer === undefined ? Infinity : facts.dispose.endedAt);
  const owedAt = shownAt === Infinity || job.hangs ? Infinity : facts.quietAfter(shownAt);
  if (owedAt < Infinity && (first === undefined || first.at > owedAt)) {
    violated(owedAt, `${job.name} has ended, and its hook was not told`, job);
  }
}

function checkContainment(facts: JobFacts, job: JobFact, { violated }: Findings): void {
  const { start } = job;
  if (start.refusal?.carries === "a hook") {
    violated(start.endedAt, `a hook failed, and the start of ${job.name} was refused: ${start.refusal.message}`, job);
  }
  for (const call of job.calls) {
    if (call.refusal?.carries === "a hook")
      violated(call.endedAt, `the fault of a hook reached ${describeCall(call)}`, job);
  }
  const owedAt = noticeOwedAt(facts, job);
  if (facts.has("notices") && lacksNotice(facts, job) && !listenerFaultBefore(facts, owedAt)) {
    violated(owedAt, `a hook failed, and the notice of ${job.name} was lost`, job);
  }
}
