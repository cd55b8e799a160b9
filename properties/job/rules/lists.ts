import { defineRule } from "../../../src/contract/rule.ts";
import { accessOf, callerOf, describeCall, mayAccess } from "../access.ts";
import type { CallFact, JobFact, JobFacts } from "../facts.ts";
import { isScribbled } from "../indexTrace.ts";
import { mayBeForgotten } from "../life.ts";
import { checkAccess } from "./starts.ts";

export const foreignJobsInvisible = defineRule<JobFacts>({
  id: "job/foreign-jobs-invisible",
  profile: "job",
  level: "MUST",
  capabilities: ["list", "ownerFence"],
  sentence: "`list` shows a caller its own and the unowned jobs and nothing of others: no id, no label.",
  checks:
    "Every answered list: no entry with the id or the label of another owner's job, and every own job that may not be forgotten.",
  silentWhen:
    "The caller has no token and the adapter does not declare noTokenFence; the empty token and jobs without an owner have rules of their own.",
  lookAt: "The filter of `list`: missing, or comparing another field than the owner.",
  check(facts, findings) {
    for (const list of answeredLists(facts)) {
      for (const job of facts.jobs) {
        const access = accessOf(job, callerOf(list));
        if (access === "open" || access === "empty-token") continue;
        findings.exercised();
        if (access === "own") {
          if (lacks(facts, list, job)) findings.violated(list.endedAt, `${describeCall(list)} lacks ${job.name}`, job);
        } else if (shows(facts, list, job)) {
          findings.violated(list.endedAt, `${describeCall(list)} shows ${job.name}, which is not theirs`, job);
        }
      }
    }
  },
});

/** Lists for which the contract decides what they show. */
function answeredLists(facts: JobFacts): readonly CallFact[] {
  return facts.calls.filter(
    (call) =>
      call.given.method === "list" &&
      call.answer !== undefined &&
      (callerOf(call) !== undefined || facts.has("noTokenFence")),
  );
}

/** Whether a list shows the id of a job, or the label that no job has which the caller may see. */
export function shows(facts: JobFacts, list: CallFact, job: JobFact): boolean {
  const entries = list.answer?.jobs ?? [];
  if (job.isAmbiguous) return false;
  if (entries.some((shown) => shown.id === job.id && !isScribbled(shown))) return true;
  const { label } = job.spec;
  const isShared = facts.jobs.some((other) => other !== job && other.spec.label === label);
  return !isShared && job.id !== undefined && entries.some((shown) => shown.label === label);
}

/** Whether a list lacks a job that had started before it and may not be forgotten. */
export function lacks(facts: JobFacts, list: CallFact, job: JobFact): boolean {
  if (job.isAmbiguous || job.id === undefined || job.start.endedAt > list.at) return false;
  const entries = list.answer?.jobs ?? [];
  return (
    !entries.some((shown) => shown.id === job.id || isScribbled(shown)) && !mayBeForgotten(facts, job, list.endedAt)
  );
}

export const listInStartOrder = defineRule<JobFacts>({
  id: "job/list-in-start-order",
  profile: "job",
  level: "SHOULD",
  capabilities: ["list"],
  sentence: "`list` is in order of start.",
  checks:
    "Two entries, of which one start had answered before the other was called, come in that order; none comes twice.",
  lookAt: "A table that is ordered by something else, or one for live and one for finished jobs that are joined.",
  check(facts, findings) {
    for (const call of facts.calls) {
      if (call.given.method !== "list" || call.answer === undefined) continue;
      const jobs = (call.answer.jobs ?? []).flatMap((shown) => facts.jobWithId(shown.id) ?? []);
      if (jobs.length > 1) findings.exercised();
      for (let at = 1; at < jobs.length; at += 1) {
        const [before, job] = [jobs[at - 1] as JobFact, jobs[at] as JobFact];
        if (before.isAmbiguous || job.isAmbiguous) continue;
        if (before === job) {
          findings.violated(call.endedAt, `${describeCall(call)} shows ${job.name} twice`, job);
        } else if (job.start.endedAt < before.start.at) {
          findings.violated(call.endedAt, `${describeCall(call)} shows ${before.name} before ${job.name}`, before, job);
        }
      }
    }
  },
});

export const unownedIsOpen = defineRule<JobFacts>({
  id: "job/unowned-is-open",
  profile: "job",
  level: "MUST",
  capabilities: ["unowned"],
  sentence: "A job without an owner is open to every caller.",
  checks: "Calls about such a job, with any token and without one, are answered, and every list shows it.",
  silentWhen: "The job may be forgotten.",
  lookAt: "A comparison of owner and caller that a job without an owner never passes.",
  check(facts, findings) {
    for (const job of facts.jobs) {
      if (job.spec.owner !== undefined || job.isAmbiguous || job.id === undefined) continue;
      for (const call of job.calls) {
        findings.exercised();
        if (mayAccess(job, callerOf(call))) checkAccess(facts, job, call, findings.violated);
      }
      for (const list of facts.has("list") ? answeredLists(facts) : []) {
        if (lacks(facts, list, job)) findings.violated(list.endedAt, `${describeCall(list)} lacks ${job.name}`, job);
      }
    }
  },
});
