import type { JobStatus } from "../../../src/contract/job.ts";
import { defineRule } from "../../../src/contract/rule.ts";
import { strangerCalls } from "../access.ts";
import type { JobFact, JobFacts, Observation } from "../facts.ts";
import { cancelledAt, disposalAt, firstEnd, isTerminal, settledQuiet } from "../life.ts";
import { movedBy } from "./fences.ts";

const RANK: Readonly<Record<JobStatus, number>> = { running: 0, stopping: 1, completed: 2, killed: 2, failed: 2 };

export const statusMovesForward = defineRule<JobFacts>({
  id: "job/status-moves-forward",
  profile: "job",
  level: "MUST",
  sentence: "`running`, optionally `stopping`, then exactly one terminal status, for ever.",
  checks:
    "Compares every two statuses shown of a job, of which one was shown before the other was asked for: answers, notices, hooks.",
  silentWhen:
    "The status was asked for from inside the notice of that job (`job/notice-after-commit`); `running` after `stopping` where the producer's `cancel` threw.",
  lookAt: "A second place that writes the status, and a missing guard against a second settlement.",
  check(facts, findings) {
    for (const job of facts.jobs) {
      if (job.isAmbiguous) continue;
      const seen = job.observations.filter(({ isInsideNotice }) => !isInsideNotice);
      if (seen.length > 1) findings.exercised();
      for (const { shown, to, by } of seen) {
        if (rankOf(shown.status) === undefined)
          findings.violated(to, `${by} shows ${job.name} as ${JSON.stringify(shown.status)}, which is no status`, job);
      }
      const bad = seen.find((later) => seen.some((earlier) => isBackward(job, earlier, later)));
      if (bad === undefined) continue;
      const earlier = seen.find((candidate) => isBackward(job, candidate, bad));
      findings.violated(
        bad.to,
        `${bad.by} shows ${job.name} as ${bad.shown.status}, after ${earlier?.by} had shown it as ${earlier?.shown.status}`,
        job,
      );
    }
  },
});

function rankOf(status: string | undefined): number | undefined {
  return status !== undefined && Object.hasOwn(RANK, status) ? RANK[status as JobStatus] : undefined;
}

function isBackward(job: JobFact, earlier: Observation, later: Observation): boolean {
  if (earlier.to >= later.from) return false;
  const [before, after] = [rankOf(earlier.shown.status), rankOf(later.shown.status)];
  if (before === undefined || after === undefined) return false;
  if (before === 2) return earlier.shown.status !== later.shown.status;
  return after < before && !job.asks.some(({ throws }) => throws);
}

export const firstSettlementWins = defineRule<JobFacts>({
  id: "job/first-settlement-wins",
  profile: "job",
  level: "MUST",
  sentence: "A kill racing a natural exit ends as one of the two, once, as said above.",
  checks:
    "The first terminal status shown: not before the producer settled (`failed` in a disposal excepted, and `killed` after a cancel without settledKill); then that of its outcome, or `killed` if it was cancelled before that end.",
  silentWhen: "The producer rejected, or only a stranger's cancel explains the kill: other rules judge that.",
  lookAt: "A status that is written when a job is cancelled, and not decided by whatever settles first.",
  check(facts, findings) {
    for (const job of facts.jobs) {
      const end = firstEnd(job);
      if (end === undefined || job.isAmbiguous) continue;
      if (cancelledAt(facts, job) < end.to || facts.has("settledKill")) findings.exercised();
      const wrong = end.to < job.settledAt ? tooEarly(facts, job, end) : notOneOfTheTwo(facts, job, end);
      if (wrong === undefined) continue;
      findings.violated(end.to, `${end.by} shows ${job.name} as ${end.shown.status}, ${wrong}`, job);
    }
  },
});

function tooEarly(facts: JobFacts, job: JobFact, { shown, to }: Observation): string | undefined {
  if (shown.status === "failed" && disposalAt(facts, job) < to) return undefined;
  if (shown.status !== "killed" || facts.has("settledKill")) return "and its producer still runs";
  return cancelledAt(facts, job) < to || isExplainedByStranger(facts, job) ? undefined : "and nobody cancelled it";
}

function notOneOfTheTwo(facts: JobFacts, job: JobFact, { shown, to }: Observation): string | undefined {
  const { status } = shown;
  if (job.end === "rejected" || status === job.end) return undefined;
  if (status === "killed") {
    if (cancelledAt(facts, job) < to || isExplainedByStranger(facts, job)) return undefined;
    return `but its producer ${job.end} and nobody cancelled it`;
  }
  if (status === "failed" && disposalAt(facts, job) < to) return undefined;
  return `but its producer settled as ${job.end}`;
}

function isExplainedByStranger(facts: JobFacts, job: JobFact): boolean {
  return strangerCalls(job).some((call) => call.given.method === "cancel" && movedBy(facts, job, call) !== undefined);
}

export const rejectedProducerFails = defineRule<JobFacts>({
  id: "job/rejected-producer-fails",
  profile: "job",
  level: "MUST",
  sentence: "A producer whose `done` rejects ends as `failed`; nothing escapes.",
  checks:
    "The first terminal status shown after the rejection: `failed`, or `killed` if it was cancelled before; no escape tells of that rejection.",
  lookAt: "A `done.then(ended)` without a second handler.",
  check(facts, findings) {
    for (const job of facts.jobs) {
      if (job.end !== "rejected" || job.isAmbiguous) continue;
      const escape = facts.escapes.find(({ message }) => message.includes(`the producer of ${job.name} failed`));
      if (escape !== undefined) {
        findings.violated(escape.at, `the rejection of the producer of ${job.name} escaped: ${escape.message}`, job);
      }
      const end = firstEnd(job);
      if (end === undefined || end.to < job.settledAt) continue;
      findings.exercised();
      const { status } = end.shown;
      if (status === "failed" || (status === "killed" && cancelledAt(facts, job) < end.to)) continue;
      findings.violated(end.to, `the producer of ${job.name} rejected, and ${end.by} shows it as ${status}`, job);
    }
  },
});

export const everyJobEnds = defineRule<JobFacts>({
  id: "job/every-job-ends",
  profile: "job",
  level: "MUST",
  sentence: "A job whose `done` settled has ended by the next quiescent point.",
  checks: "No answer to a call that was made after that point shows a live status.",
  silentWhen: "It was asked for from inside the notice of that job.",
  lookAt: "An end that waits for something else: for a reader, for other jobs, for a poll that is too slow.",
  check(facts, findings) {
    for (const job of facts.jobs) {
      const endedAt = settledQuiet(facts, job);
      if (endedAt === Infinity || job.isAmbiguous) continue;
      const later = job.observations.filter(({ from, isInsideNotice }) => from > endedAt && !isInsideNotice);
      if (later.length > 0) findings.exercised();
      const live = later.find(({ shown }) => shown.status === "running" || shown.status === "stopping");
      if (live === undefined || job.observations.some(({ to, shown }) => to < live.from && isTerminal(shown.status)))
        continue;
      findings.violated(
        live.to,
        `the producer of ${job.name} had settled and everything was at rest, and ${live.by} shows it as ${live.shown.status}`,
        job,
      );
    }
  },
});
