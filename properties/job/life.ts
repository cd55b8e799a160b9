import type { JobStatus } from "../../src/contract/job.ts";
import { mayAccess, callerOf } from "./access.ts";
import type { CallFact, JobFact, JobFacts, Observation, Seq } from "./facts.ts";

const TERMINAL: readonly (string | undefined)[] = ["completed", "killed", "failed"] satisfies JobStatus[];

/** The life of one job as the contract tells it: when it ends, what may cut it short, when it may be forgotten. */

export function isTerminal(status: string | undefined): boolean {
  return TERMINAL.includes(status);
}

/** What first showed that a job has ended. */
export function firstEnd(job: JobFact): Observation | undefined {
  return job.observations.find(({ shown }) => isTerminal(shown.status));
}

/** Whether a job had been shown as ended before a record. */
export function hasEndedBefore(job: JobFact, at: Seq): boolean {
  const end = firstEnd(job);
  return end !== undefined && end.to < at;
}

/** When the disposal of the runtime or of its owner was called. */
export function disposalAt(facts: JobFacts, job: JobFact): Seq {
  let at = facts.dispose?.at ?? Infinity;
  for (const call of facts.calls) if (isDisposalOf(call, job) && call.at < at) at = call.at;
  return at;
}

/** Whether a call disposes the owner of a job. */
function isDisposalOf({ given }: CallFact, job: JobFact): boolean {
  return given.method === "disposeOwner" && given.owner === job.spec.owner;
}

/** When a cancel that may take effect was first called: by whoever may, by a stranger who was let in, or by a disposal. */
export function cancelledAt(facts: JobFacts, job: JobFact): Seq {
  let at = disposalAt(facts, job);
  for (const call of job.calls) {
    if (call.given.method !== "cancel" || call.at > at) continue;
    if (mayAccess(job, callerOf(call)) || call.answer !== undefined) at = call.at;
  }
  return at;
}

/** Whether a job may already be forgotten at a record: after a disposal, or after its retention. */
export function mayBeForgotten(facts: JobFacts, job: JobFact, at: Seq): boolean {
  if (disposalAt(facts, job) < at) return true;
  if (facts.retentionMs === undefined) return false;
  return endedMs(facts, job) + facts.retentionMs <= (facts.records[at]?.at ?? Infinity);
}

/** When a job can have ended at the earliest, in ms: where a kill need not wait for the producer, at its cancel. */
function endedMs(facts: JobFacts, job: JobFact): number {
  if (facts.has("settledKill")) return job.settledAtMs;
  const cancelled = cancelledAt(facts, job);
  return Math.min(job.settledAtMs, cancelled === Infinity ? Infinity : (facts.records[cancelled]?.at ?? Infinity));
}

/** Whether a disposal may end a job as failed although its producer runs: asking it to stop threw. */
export function mayBeGivenUp(facts: JobFacts, job: JobFact): boolean {
  return disposalAt(facts, job) < Infinity && job.asks.some(({ throws }) => throws);
}

/** A producer that runs, or ran: it was started and did not throw. */
export function hasProducer(job: JobFact): boolean {
  return job.producerStarts.length > 0 && job.producerThrew === undefined;
}

/** The first quiescent point at which nothing of a job can be owed any more but what its end asks for. */
export function settledQuiet(facts: JobFacts, job: JobFact): Seq {
  return job.settledAt === Infinity ? Infinity : facts.quietAfter(job.settledAt);
}

/** The first fault of a listener before a record: what is missing after it is judged by `job/listener-fault-contained`. */
export function listenerFaultBefore(facts: JobFacts, at: Seq): boolean {
  return facts.notices.some((notice) => notice.fault !== undefined && notice.at < at);
}

/** Whether a hook of a job failed: what is missing then is judged by `job/presentation-matches-state`. */
export function hasHookFault(job: JobFact): boolean {
  return job.presents.some(({ fault }) => fault !== undefined);
}

/** When the notice of a job is owed: at rest after its end was shown, unless it hangs or a disposal comes first. */
export function noticeOwedAt(facts: JobFacts, job: JobFact): Seq {
  const end = firstEnd(job);
  if (end === undefined || job.hangs || job.isAmbiguous || job.id === undefined) return Infinity;
  const owedAt = facts.quietAfter(Math.max(end.to, job.start.endedAt));
  return disposalAt(facts, job) < owedAt ? Infinity : owedAt;
}

/** Whether the notice of a job is missing where it is owed. */
export function lacksNotice(facts: JobFacts, job: JobFact): boolean {
  const owedAt = noticeOwedAt(facts, job);
  return owedAt < Infinity && !job.notices.some(({ at }) => at < owedAt);
}
