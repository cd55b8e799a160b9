import { defineRule } from "../../../src/contract/rule.ts";
import { allowedCalls, describeCall } from "../access.ts";
import type { AskFact, CallFact, JobFact, JobFacts, Seq } from "../facts.ts";
import { cancelledAt, disposalAt, hasEndedBefore, hasProducer } from "../life.ts";

type CancelFact = CallFact & { readonly given: Extract<CallFact["given"], { method: "cancel" }> };

/** The cancels of whoever may cancel, except from inside the notice of that job, where both answers make sense. */
function cancelsOf(job: JobFact): readonly CancelFact[] {
  return allowedCalls(job, "cancel").filter(({ inside }) => inside?.job !== job) as readonly CancelFact[];
}

/** The first request to stop that a cancel can have made: a runtime may answer first and ask in a later reaction. */
function askOf(facts: JobFacts, job: JobFact, cancel: CallFact): AskFact | undefined {
  return job.asks.find(({ at }) => at > cancel.at && at < facts.quietAfter(cancel.at));
}

export const cancelReachesProducer = defineRule<JobFacts>({
  id: "job/cancel-reaches-producer",
  profile: "job",
  level: "MUST",
  sentence:
    "The first cancel of a live job calls the producer's `cancel` with the reason, and answers `requested`. (Between settlement and end either answer is right.)",
  checks:
    "The producer is asked by the first quiescent point after that call, with the reason where one was given; the answer, where the producer has not settled by then, is `requested`.",
  silentWhen:
    "The producer settles, or a disposal is called, before that point; or a stranger's cancel was let in before that call, which `job/owner-fence` judges.",
  lookAt: "A cancel that only writes a status, loses its reason on the way, or asks another producer.",
  check(facts, findings) {
    for (const job of facts.jobs) {
      const cancels = cancelsOf(job);
      const [first] = cancels;
      if (first === undefined || job.isAmbiguous || !hasProducer(job)) continue;
      if (job.settledAt < first.at || cancelledAt(facts, job) < first.at || hasEndedBefore(job, first.at)) continue;
      const quiet = facts.quietAfter(first.at);
      const isLive = job.settledAt > quiet && disposalAt(facts, job) > quiet && quiet < Infinity;
      if (isLive) findings.exercised();
      const ask = askOf(facts, job, first);
      if (isLive && ask === undefined && !job.asks.some(({ at }) => at < first.at) && first.refusal === undefined) {
        findings.violated(quiet, `${describeCall(first)} never reached the producer`, job);
      }
      // A disposal that begins while the cancel is not answered may be what asks.
      const mayBeDisposal = disposalAt(facts, job) < first.endedAt;
      if (ask !== undefined && !mayBeDisposal && !isReasonPassedOn(cancels, ask)) {
        const [got, want] = [ask.reason, first.given.reason].map((text) => JSON.stringify(text));
        findings.violated(ask.at, `the producer of ${job.name} was given the reason ${got}, not ${want}`, job);
      }
      if (first.answer !== undefined && first.endedAt < job.settledAt && first.answer.said !== "requested") {
        const got = JSON.stringify(first.answer.said);
        findings.violated(first.endedAt, `${describeCall(first)} answered ${got}; its producer has not settled`, job);
      }
    }
  },
});

/** Any of the cancels so far may be the one that asks; one without a reason may be given any. */
function isReasonPassedOn(cancels: readonly CancelFact[], ask: AskFact): boolean {
  return cancels.some(({ at, given }) => at < ask.at && (given.reason === undefined || given.reason === ask.reason));
}

export const cancelIsIdempotent = defineRule<JobFacts>({
  id: "job/cancel-is-idempotent",
  profile: "job",
  level: "MUST",
  sentence:
    "Repeated cancels answer `requested` while the job lives and `already-finished` after its end, and change nothing else.",
  checks:
    "The answers of all cancels but the first of a live job; a cancel after the end was shown does not reach the producer.",
  silentWhen:
    "The producer's `cancel` threw, or it is not known whether the job has ended: between settlement and end, and after a kill that need not wait for the producer.",
  lookAt: "A second cancel that is refused, or that ends the job again.",
  check(facts, findings) {
    for (const job of facts.jobs) {
      if (job.isAmbiguous || !hasProducer(job)) continue;
      const cancels = cancelsOf(job);
      for (const cancel of cancels) {
        if (hasEndedBefore(job, cancel.at)) {
          findings.exercised();
          checkAfterEnd(facts, job, cancel, findings.violated);
        } else if (cancel !== cancels[0] && mustStillLive(facts, job, cancel)) {
          findings.exercised();
          if (cancel.answer?.said === "requested") continue;
          const got = JSON.stringify(cancel.answer?.said);
          findings.violated(
            cancel.endedAt,
            `${describeCall(cancel)}, repeated while the job lives, answered ${got}`,
            job,
          );
        }
      }
    }
  },
});

function checkAfterEnd(
  facts: JobFacts,
  job: JobFact,
  cancel: CallFact,
  violated: (at: Seq, message: string, ...about: JobFact[]) => void,
): void {
  if (cancel.answer !== undefined && cancel.answer.said !== "already-finished") {
    const got = JSON.stringify(cancel.answer.said);
    violated(cancel.endedAt, `${describeCall(cancel)}, after the end, answered ${got}`, job);
  }
  const ask = askOf(facts, job, cancel);
  if (ask !== undefined && disposalAt(facts, job) > ask.at && job.settledAt < cancel.at) {
    violated(ask.at, `${describeCall(cancel)}, after the end, asked the producer to stop`, job);
  }
}

function mustStillLive(facts: JobFacts, job: JobFact, { answer, endedAt }: CallFact): boolean {
  return (
    answer !== undefined &&
    facts.has("settledKill") &&
    endedAt < job.settledAt &&
    disposalAt(facts, job) > endedAt &&
    !job.asks.some(({ throws }) => throws)
  );
}

export const cancelAsksOnce = defineRule<JobFacts>({
  id: "job/cancel-asks-once",
  profile: "job",
  level: "SHOULD",
  sentence: "However often a job is cancelled, its producer is asked to stop once.",
  checks: "Counts the calls of the producer's `cancel` while it runs.",
  silentWhen: "An earlier call of it threw, a disposal was called, or nobody who may cancel has done so.",
  lookAt: "A flag that is set too late, or not at all.",
  check(facts, findings) {
    for (const job of facts.jobs) {
      if (cancelsOf(job).filter(({ at }) => at < job.settledAt).length > 1) findings.exercised();
      const from = cancelledAt(facts, job);
      const until = Math.min(job.settledAt, disposalAt(facts, job));
      const [first, second] = job.asks.filter(({ at }) => at > from && at < until);
      if (first?.throws === false && second !== undefined) {
        findings.violated(second.at, `the producer of ${job.name} was asked to stop a second time`, job);
      }
    }
  },
});

export const cancelThrowChangesNothing = defineRule<JobFacts>({
  id: "job/cancel-throw-changes-nothing",
  profile: "job",
  level: "SHOULD",
  sentence: "A producer whose `cancel` throws leaves the job running, and the caller learns the error.",
  checks:
    "That call is refused with the very error, one that wraps it, or its text; what was asked after it and before the next cancel shows the job as running.",
  silentWhen: "A disposal was called, or the producer has settled.",
  lookAt:
    "A status that is written before the producer is asked and not put back, or a `catch` that swallows the error.",
  check(facts, findings) {
    for (const job of facts.jobs) {
      const cancels = allowedCalls(job, "cancel");
      for (const [index, cancel] of cancels.entries()) {
        const ask = askOf(facts, job, cancel);
        if (ask?.throws !== true || disposalAt(facts, job) < ask.at || job.isAmbiguous) continue;
        if (cancels.some((other) => other !== cancel && other.at < ask.at && other.endedAt > cancel.at)) continue;
        findings.exercised();
        if (cancel.answer !== undefined || cancel.refusal?.carries !== `the cancel of ${job.name}`) {
          const got = cancel.refusal === undefined ? JSON.stringify(cancel.answer?.said) : cancel.refusal.message;
          findings.violated(
            Math.min(cancel.endedAt, facts.records.length - 1),
            `the producer's cancel threw, and ${describeCall(cancel)} gave ${got} instead of that error`,
            job,
          );
        }
        const until = Math.min(cancels[index + 1]?.at ?? Infinity, job.settledAt, disposalAt(facts, job));
        const moved = job.observations.find(
          ({ from, to, shown }) => from > cancel.endedAt && to < until && shown.status !== "running",
        );
        if (moved === undefined) continue;
        findings.violated(
          moved.to,
          `the producer's cancel threw, and ${moved.by} shows ${job.name} as ${moved.shown.status}`,
          job,
        );
      }
    }
  },
});
