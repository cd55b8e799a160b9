import { defineRule } from "../../../src/contract/rule.ts";
import { describeEscape } from "../../escapes.ts";
import type { JobFact, JobFacts } from "../facts.ts";
import { isScribbled } from "../indexTrace.ts";
import { hasProducer } from "../life.ts";

export const nothingEscapes = defineRule<JobFacts>({
  id: "job/nothing-escapes",
  profile: "job",
  level: "MUST",
  sentence: "No unhandled rejection and no uncaught exception, whatever producers, listeners and hooks do.",
  checks:
    "Watches the process for both while the run lasts, and the thread for loops, microtasks without end, memory and exits; exercised by every run in which a producer, a listener or a hook fails.",
  lookAt:
    "A promise without a rejection handler, or a call of a listener inside a reaction or a timer without a guard.",
  check(facts, findings) {
    if (facts.jobs.some(hasFault) || facts.notices.some(({ fault }) => fault !== undefined)) findings.exercised();
    for (const escape of facts.escapes) {
      findings.violated(escape.at, describeEscape(escape));
    }
  },
});

function hasFault({ end, producerThrew, asks, presents }: JobFact): boolean {
  return (
    end === "rejected" ||
    producerThrew !== undefined ||
    asks.some(({ throws }) => throws) ||
    presents.some(({ fault }) => fault !== undefined)
  );
}

export const snapshotsAreCopies = defineRule<JobFacts>({
  id: "job/snapshots-are-copies",
  profile: "job",
  level: "MUST",
  sentence: "Writing to a snapshot changes nothing inside (refusing the write is fine).",
  checks:
    "The kit writes into every snapshot it is given by a call or a notice, and looks for what it wrote in later ones.",
  lookAt: "A record handed out as it is, or one snapshot that is kept and handed out again.",
  check(facts, findings) {
    let isWritten = false;
    const look = (at: number, shown: Parameters<typeof isScribbled>[0], what: string): void => {
      if (isWritten) findings.exercised();
      if (isScribbled(shown)) findings.violated(at, `${what} shows what was written into an earlier snapshot`);
    };
    for (const [at, record] of facts.records.entries()) {
      if (record.type === "present") look(at, record.shown, `the hook of ${record.job}`);
      if (record.type === "notice") look(at, record.shown, "a notice");
      if (record.type !== "answer") {
        isWritten ||= record.type === "notice";
        continue;
      }
      for (const shown of record.answer.jobs ?? [])
        look(at, shown, `the answer of ${facts.calls[record.call]?.given.method}`);
      isWritten ||= (record.answer.jobs?.length ?? 0) > 0;
    }
  },
});

export const nothingLeftBehind = defineRule<JobFacts>({
  id: "job/nothing-left-behind",
  profile: "job",
  level: "SHOULD",
  sentence: "When every job has ended, or after `dispose`, no timer, listener or process remains.",
  checks:
    "At each quiescent point at which no job lives and no call is open, and at the end of the run, no timer is pending; at the end, in the process, no real timer, server, socket or child process is active that was not before the run, and no listener was added to `process`.",
  silentWhen:
    "The timer is due within the declared retention; at the end, a producer hangs. What was unref'ed keeps nothing alive and is not seen.",
  lookAt:
    "The timeout of a wait that the end of its job does not clear, a poller that goes on without a job, or a process or a listener that outlives its job.",
  check(facts, findings) {
    const live = facts.jobs.filter(hasProducer);
    if (live.length > 0) findings.exercised();
    const idle = facts.quiets.find(({ at, atMs, due }) => {
      const last = due.at(-1);
      if (last === undefined || last <= atMs + (facts.retentionMs ?? 0)) return false;
      return (
        live.length > 0 &&
        live.every((job) => (job.producerStarts[0] ?? 0) > at || job.settledAt < at) &&
        facts.calls.every((call) => call.at > at || call.endedAt < at)
      );
    });
    if (idle !== undefined) {
      findings.violated(idle.at, `every job has ended, and a timer due at ${idle.due.at(-1)} ms is pending`);
    }
    if (facts.jobs.some(({ hangs }) => hangs)) return;
    for (const { at, what } of facts.left) findings.violated(at, `the runtime left ${what}`);
  },
});
