import { defineRule, type Findings } from "../../../src/contract/rule.ts";
import type { CallFact, JobFact, JobFacts, Seq } from "../facts.ts";
import { hasProducer, mayBeGivenUp } from "../life.ts";
import { strayAsks } from "../strayAsks.ts";

export const disposeReachesQuiescence = defineRule<JobFacts>({
  id: "job/dispose-reaches-quiescence",
  profile: "job",
  level: "MUST",
  capabilities: ["dispose"],
  sentence:
    "`dispose` cancels what lives, resolves once every producer has settled, and not before (one whose `cancel` threw may be given up as `failed`); from its call on `start` is refused or awaited, and after it nothing starts and nothing is announced.",
  checks:
    "Every producer that runs is asked to stop by the next quiescent point; the promise resolves at rest after the last one settled, and not before; no producer starts and no notice comes after it.",
  silentWhen: "The producer was asked before, or hangs: then nothing is owed but that it is not given up.",
  lookAt: "A `Promise.all` over a list that was taken too late, or over cancels instead of ends.",
  check(facts, findings) {
    const { dispose } = facts;
    if (dispose === undefined) return;
    if (facts.jobs.some(hasProducer)) findings.exercised();
    checkDisposal(facts, dispose, facts.jobs.filter(hasProducer), "dispose()", findings);
    if (dispose.answer === undefined) return;
    for (const job of facts.jobs) {
      const started = job.producerStarts.find((at) => at > dispose.endedAt);
      if (started !== undefined)
        findings.violated(started, `the producer of ${job.name} was started after dispose() had resolved`, job);
    }
    for (const { at, shown } of facts.notices) {
      if (at > dispose.endedAt) findings.violated(at, `${shown.id} was announced after dispose() had resolved`);
    }
  },
});

export const ownerDisposalIsExact = defineRule<JobFacts>({
  id: "job/owner-disposal-is-exact",
  profile: "job",
  level: "MUST",
  capabilities: ["disposeOwner"],
  sentence: "Disposing an owner cancels and awaits that owner's jobs and touches nobody else's.",
  checks:
    "Every running producer of that owner is asked to stop by the next quiescent point; the promise resolves at rest after the last one settled, and not before; no producer of somebody else is asked.",
  silentWhen: "The producer was asked before, or hangs.",
  lookAt: "A session that ends while its jobs live on, or a filter that takes too much or too little.",
  check(facts, findings) {
    for (const call of facts.calls) {
      const { given } = call;
      if (given.method !== "disposeOwner") continue;
      const own = facts.jobs.filter((job) => hasProducer(job) && job.spec.owner === given.owner);
      if (own.length > 0) findings.exercised();
      checkDisposal(facts, call, own, `disposeOwner(${JSON.stringify(given.owner)})`, findings);
    }
    for (const { job, ask, cause } of strayAsks(facts)) {
      if (cause.given.method !== "disposeOwner") continue;
      const what = `disposeOwner(${JSON.stringify(cause.given.owner)})`;
      findings.violated(ask.at, `${what} asked the producer of ${job.name} to stop, which is not theirs`, job);
    }
  },
});

function checkDisposal(
  facts: JobFacts,
  disposal: CallFact,
  jobs: readonly JobFact[],
  what: string,
  { violated }: Findings,
): void {
  const restAt = facts.quietAfter(disposal.at);
  for (const job of jobs) {
    const startedAt = job.producerStarts[0] ?? Infinity;
    const isAsked = job.asks.some(({ at }) => at <= restAt);
    if (startedAt < disposal.at && job.settledAt > restAt && restAt < Infinity && !isAsked) {
      violated(restAt, `${what} did not ask the producer of ${job.name} to stop`, job);
    }
    if (disposal.answer === undefined || startedAt > disposal.endedAt || mayBeGivenUp(facts, job)) continue;
    if (job.settledAt > disposal.endedAt) {
      violated(disposal.endedAt, `${what} resolved, and the producer of ${job.name} has not settled`, job);
    }
  }
  if (jobs.some(({ hangs }) => hangs)) return;
  if (disposal.refusal !== undefined && !jobs.some((job) => mayBeGivenUp(facts, job))) {
    violated(disposal.endedAt, `${what} rejected: ${disposal.refusal.message}`);
  }
  const owedAt = settlementOwedAt(facts, disposal, jobs);
  if (disposal.endedAt > owedAt) violated(owedAt, `every producer has settled, and ${what} has not resolved`);
}

/** At rest after the last producer settled. */
function settlementOwedAt(facts: JobFacts, disposal: CallFact, jobs: readonly JobFact[]): Seq {
  let last = disposal.at;
  for (const { settledAt } of jobs) last = Math.max(last, settledAt);
  return last === Infinity ? Infinity : facts.quietAfter(last);
}
