import { defineRule } from "../../../src/contract/rule.ts";
import { describeCall, describeCaller } from "../access.ts";
import type { JobFact, JobFacts, NoticeFact, Seq } from "../facts.ts";
import { isScribbled } from "../indexTrace.ts";
import {
  disposalAt,
  hasHookFault,
  isTerminal,
  lacksNotice,
  listenerFaultBefore,
  noticeOwedAt,
  settledQuiet,
} from "../life.ts";

const capabilities = ["notices"] as const;

export const oneNoticePerJob = defineRule<JobFacts>({
  id: "job/one-notice-per-job",
  profile: "job",
  level: "MUST",
  capabilities,
  sentence:
    "Exactly one completion notice for each job that ends while neither its owner nor the runtime is being disposed; none before it ends, never two.",
  checks:
    "At the first quiescent point after a job was shown as ended there is one notice of it; never a second, none with a live status, none for an id that no start gave, none that comes only after a later quiescent point.",
  silentWhen:
    "The job hangs or a disposal comes first. A notice missing after a fault of a listener or a hook is judged by their rules.",
  lookAt: "Two paths to the end that both announce, or one that does not: kill, natural exit, rejection.",
  check(facts, findings) {
    for (const job of facts.jobs) {
      if (job.isAmbiguous) continue;
      const [first, second] = job.notices;
      const owedAt = noticeOwedAt(facts, job);
      if (first !== undefined || owedAt < Infinity) findings.exercised();
      if (second !== undefined) findings.violated(second.at, `${job.name} was announced a second time`, job);
      if (first !== undefined && !isScribbled(first.shown) && !isTerminal(first.shown.status)) {
        findings.violated(first.at, `${job.name} was announced as ${first.shown.status}`, job);
      }
      if (hasHookFault(job)) continue;
      if (lacksNotice(facts, job)) {
        if (listenerFaultBefore(facts, owedAt)) continue;
        const later = first === undefined ? "none ever came" : "it came only later";
        findings.violated(owedAt, `${job.name} had ended and everything was at rest, without a notice; ${later}`, job);
      } else if (first !== undefined && isHeldBack(facts, job, first)) {
        findings.violated(
          first.at,
          `the notice of ${job.name} came late: its producer had settled and everything was at rest`,
          job,
        );
      }
    }
    if (facts.calls.some(({ given, endedAt }) => given.method === "start" && endedAt === Infinity)) return;
    for (const notice of facts.notices) {
      if (notice.job !== undefined || isScribbled(notice.shown) || isOfFailedStart(facts, notice)) continue;
      findings.violated(notice.at, `a notice names ${notice.shown.id}, an id that no start gave`);
    }
  },
});

function isHeldBack(facts: JobFacts, job: JobFact, notice: NoticeFact): boolean {
  const restedAt = Math.max(settledQuiet(facts, job), facts.quietAfter(job.start.endedAt));
  return notice.at > restedAt && disposalAt(facts, job) > notice.at && !listenerFaultBefore(facts, notice.at);
}

function isOfFailedStart(facts: JobFacts, { shown }: NoticeFact): boolean {
  return facts.jobs.some((job) => job.producerThrew !== undefined && job.spec.label === shown.label);
}

export const noticeAfterCommit = defineRule<JobFacts>({
  id: "job/notice-after-commit",
  profile: "job",
  level: "MUST",
  capabilities,
  sentence: "At the notice, `get`, `list` and `read` already show the terminal state.",
  checks: "Calls made from inside the listener, about the job it is told of, show a terminal status.",
  lookAt: "The order at the end of a job: first the state, then the notice.",
  check({ jobs }, findings) {
    for (const job of jobs) {
      if (job.isAmbiguous) continue;
      for (const { isInsideNotice, to, shown, by } of job.observations) {
        if (!isInsideNotice) continue;
        findings.exercised();
        if (isTerminal(shown.status)) continue;
        findings.violated(to, `inside the notice of ${job.name}, ${by} shows it as ${shown.status}`, job);
      }
    }
  },
});

export const noticeToOwnerOnly = defineRule<JobFacts>({
  id: "job/notice-to-owner-only",
  profile: "job",
  level: "MUST",
  capabilities,
  sentence: "The notice names the job's own owner token.",
  checks: "The second argument of each notice against the owner of the spec.",
  silentWhen: "The owner is the empty token.",
  lookAt: "A token taken from whoever called last, or from a variable that a later start has overwritten.",
  check({ jobs }, findings) {
    for (const job of jobs) {
      if (job.isAmbiguous || job.spec.owner === "") continue;
      for (const { at, owner } of job.notices) {
        findings.exercised();
        if (owner === job.spec.owner) continue;
        const [got, want] = [owner, job.spec.owner].map((token) => describeCaller(token));
        findings.violated(at, `the notice of ${job.name} names ${got}; it belongs to ${want}`, job);
      }
    }
  },
});

export const listenerFaultContained = defineRule<JobFacts>({
  id: "job/listener-fault-contained",
  profile: "job",
  level: "MUST",
  capabilities,
  sentence: "A listener that throws or rejects harms neither the job, nor later notices, nor the process.",
  checks:
    "After a listener failed: every notice that is owed comes, no call is refused with that error, no escape tells of it, and the job is still shown as ended.",
  lookAt: "A call of the listener without a guard, or a guard that does not know promises.",
  check(facts, findings) {
    const faulty = facts.notices.filter(({ fault }) => fault !== undefined);
    const [first] = faulty;
    if (first === undefined) return;
    findings.exercised();
    for (const escape of facts.escapes) {
      if (escape.message.includes("a listener failed"))
        findings.violated(escape.at, `the fault of a listener escaped: ${escape.message}`);
    }
    for (const call of facts.calls) {
      if (call.refusal?.carries !== "a listener") continue;
      findings.violated(call.endedAt, `the fault of a listener reached ${describeCall(call)}`);
    }
    for (const job of facts.jobs) {
      const owedAt = noticeOwedAt(facts, job);
      if (owedAt < Infinity && first.at < owedAt && lacksNotice(facts, job) && !hasHookFault(job)) {
        findings.violated(owedAt, `a listener failed once, and the notice of ${job.name} was lost`, job);
      }
    }
    for (const { at, job } of faulty) {
      const live = job === undefined ? undefined : shownLiveAfter(job, at);
      if (live !== undefined)
        findings.violated(live, `the listener failed at the notice of ${job?.name}, which lives again`, job as JobFact);
    }
  },
});

function shownLiveAfter(job: JobFact, at: Seq): Seq | undefined {
  return job.observations.find(
    ({ from, shown, isInsideNotice }) => from > at && !isInsideNotice && !isTerminal(shown.status),
  )?.to;
}
