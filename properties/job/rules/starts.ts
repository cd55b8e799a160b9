import { defineRule } from "../../../src/contract/rule.ts";
import { accessOf, callerOf, describeCall, reachOf } from "../access.ts";
import type { CallFact, JobFact, JobFacts, Seq } from "../facts.ts";
import { isScribbled } from "../indexTrace.ts";
import { firstEnd, hasHookFault, isTerminal, mayBeForgotten, mayBeGivenUp } from "../life.ts";

export const idsUniqueAndStable = defineRule<JobFacts>({
  id: "job/ids-unique-and-stable",
  profile: "job",
  level: "MUST",
  sentence: "Every start gives a new id, never reused; the same id always names the same job.",
  checks:
    "Compares the ids of all starts; what a call about a job shows carries its id; its owner is not refused a job that may not be forgotten yet.",
  silentWhen: "The job has no owner or the empty token as owner: other rules judge who reaches it.",
  lookAt: "An id made from the number of jobs, from the time or from the spec, and a record removed when its job ends.",
  check(facts, findings) {
    const given = new Map<string, JobFact>();
    for (const job of facts.jobs) {
      const { start, id } = job;
      if (start.answer === undefined) continue;
      findings.exercised();
      if (id === undefined) {
        findings.violated(start.endedAt, `the start of ${job.name} gave no id but something else`, job);
        continue;
      }
      const other = given.get(id);
      if (other !== undefined) {
        findings.violated(start.endedAt, `${job.name} was given the id of ${other.name}`, job, other);
      } else if (id.includes("(")) {
        findings.violated(start.endedAt, `the id of ${job.name} is no string`, job);
      }
      given.set(id, job);
    }
    for (const job of facts.jobs) {
      if (job.isAmbiguous) continue;
      for (const call of job.calls) {
        if (accessOf(job, callerOf(call)) === "own") checkAccess(facts, job, call, findings.violated);
        checkName(facts, job, call, findings.violated);
      }
    }
  },
});

type Violated = (at: Seq, message: string, ...about: JobFact[]) => void;

/** Whoever may see a job is answered, until it may be forgotten. A wait is judged by its own rule. */
export function checkAccess(facts: JobFacts, job: JobFact, call: CallFact, violated: Violated): void {
  if (call.given.method === "wait" || mayBeForgotten(facts, job, reachOf(facts, call))) return;
  if (call.answer !== undefined || (call.refusal !== undefined && isForeignFault(call))) return;
  const owedAt = facts.quietAfter(call.at);
  if (call.refusal !== undefined) {
    violated(call.endedAt, `${describeCall(call)} was refused: ${call.refusal.message}`, job);
  } else if (owedAt < Infinity) {
    violated(owedAt, `everything is at rest, and ${describeCall(call)} has no answer`, job);
  }
}

/** A refusal that hands on what a producer or a listener threw is judged by the rules about those. */
function isForeignFault({ refusal }: CallFact): boolean {
  return refusal?.carries !== undefined;
}

function checkName(facts: JobFacts, job: JobFact, call: CallFact, violated: Violated): void {
  if (call.given.method === "cancel") return;
  for (const shown of call.answer?.jobs ?? []) {
    if (isScribbled(shown) || shown.id === job.id) continue;
    const other = facts.jobWithId(shown.id);
    violated(call.endedAt, `${describeCall(call)} shows ${other?.name ?? `the id ${shown.id}`}`, job);
  }
}

export const producerStartedOnce = defineRule<JobFacts>({
  id: "job/producer-started-once",
  profile: "job",
  level: "MUST",
  sentence: "`start` calls the producer's `start` exactly once, or not at all where it refuses.",
  checks: "Counts the calls of `spec.start()` for each start, and compares with what the start gave.",
  silentWhen: "A disposal was called before the start has answered, or the spec is invalid.",
  lookAt: "A retry around `spec.start()`, or a check that comes after it.",
  check(facts, findings) {
    for (const job of facts.jobs) {
      const { start, producerStarts } = job;
      if (start.endedAt < Infinity || producerStarts.length > 0) findings.exercised();
      const [first, second] = producerStarts;
      if (second !== undefined) findings.violated(second, `the producer of ${job.name} was started a second time`, job);
      if (!isValid(job) || isDisposedBefore(facts, reachOf(facts, start))) continue;
      if (start.answer !== undefined && first === undefined) {
        findings.violated(start.endedAt, `${job.name} has an id, and its producer was never started`, job);
      } else if (start.refusal !== undefined && first !== undefined && mayNotRefuse(job)) {
        findings.violated(
          start.endedAt,
          `the start of ${job.name} was refused (${start.refusal.message}) after its producer had been started`,
          job,
        );
      } else if (start.endedAt === Infinity && facts.quietAfter(start.at) < Infinity) {
        findings.violated(
          facts.quietAfter(start.at),
          `the start of ${job.name} gives neither an id nor a refusal`,
          job,
        );
      }
    }
  },
});

function mayNotRefuse(job: JobFact): boolean {
  return job.producerThrew === undefined && job.start.refusal?.carries === undefined && !hasHookFault(job);
}

function isDisposedBefore({ dispose }: JobFacts, at: Seq): boolean {
  return dispose !== undefined && dispose.at < at;
}

function isValid({ spec }: JobFact): boolean {
  return spec.kind !== "" && spec.label !== "";
}

export const startFailureLeavesNothing = defineRule<JobFacts>({
  id: "job/start-failure-leaves-nothing",
  profile: "job",
  level: "MUST",
  sentence: "A producer that throws in `start` leaves no list entry and no notice, and the error reaches the caller.",
  checks:
    "The start is refused with the very error, one that wraps it, or its text; no list and no notice shows the label of that job.",
  silentWhen: "A disposal was called before the start has answered.",
  lookAt:
    "A record that is made before `spec.start()` is called, and a `catch` that turns the error into a failed job.",
  check(facts, findings) {
    for (const job of facts.jobs) {
      if (job.producerThrew === undefined || isDisposedBefore(facts, reachOf(facts, job.start))) continue;
      findings.exercised();
      const { start } = job;
      if (start.answer !== undefined) {
        findings.violated(start.endedAt, `the producer of ${job.name} threw, and its start gave an id`, job);
      } else if (start.refusal !== undefined && losesError(job)) {
        const { message } = start.refusal;
        findings.violated(start.endedAt, `the error of the start of ${job.name} was lost: ${message}`, job);
      }
      for (const [at, what] of traces(facts, job)) {
        findings.violated(at, `the producer of ${job.name} threw, and ${what} shows that job`, job);
      }
    }
  },
});

function losesError({ name, producerThrew, start }: JobFact): boolean {
  return producerThrew === "a text" && start.refusal?.carries !== `the start of ${name}`;
}

function* traces(facts: JobFacts, job: JobFact): Iterable<readonly [Seq, string]> {
  const { label } = job.spec;
  if (facts.jobs.some((other) => other !== job && other.spec.label === label)) return;
  for (const { at, shown } of facts.notices) if (shown.label === label) yield [at, "a notice"];
  for (const { given, answer, endedAt } of facts.calls) {
    if (given.method !== "list" || endedAt < job.start.endedAt) continue;
    if (answer?.jobs?.some((shown) => shown.label === label) === true) yield [endedAt, "a list"];
  }
}

export const invalidSpecRefused = defineRule<JobFacts>({
  id: "job/invalid-spec-refused",
  profile: "job",
  level: "MUST",
  capabilities: ["validation"],
  sentence: "An empty kind or label is refused before the producer is started.",
  checks: "A start with an empty kind or label is refused, and its producer is never started.",
  lookAt: "A check that is missing, that knows one of the two fields only, or that comes after `spec.start()`.",
  check(facts, findings) {
    for (const job of facts.jobs) {
      if (isValid(job)) continue;
      findings.exercised();
      const what = `the ${job.spec.kind === "" ? "kind" : "label"} of ${job.name} is empty`;
      const [started] = job.producerStarts;
      if (started !== undefined) findings.violated(started, `${what}, and its producer was started`, job);
      else if (job.start.answer !== undefined)
        findings.violated(job.start.endedAt, `${what}, and it was accepted`, job);
    }
  },
});

export const snapshotMatchesSpec = defineRule<JobFacts>({
  id: "job/snapshot-matches-spec",
  profile: "job",
  level: "MUST",
  sentence: "Kind, label and owner are those of the spec, detail that of the outcome.",
  checks:
    "Every snapshot in an answer, a notice or a hook against the spec of its job, and after its end against its outcome.",
  silentWhen:
    "The owner is the empty token; the detail where the producer rejected, where the status shown is not that of the outcome, and of a kill that need not wait for the producer or has no detail of its own.",
  lookAt: "Where the snapshot is built: a field left out or taken from another place.",
  check(facts, findings) {
    for (const job of facts.jobs) {
      if (job.isAmbiguous) continue;
      const seen = [
        ...job.observations.map(({ to, shown, by }) => ({ at: to, shown, by })),
        ...job.presents
          .filter(({ state }) => state !== "completed")
          .map(({ at, shown, state }) => ({ at, shown, by: `the hook for ${state}` })),
      ];
      for (const { at, shown, by } of seen) {
        findings.exercised();
        for (const field of ["kind", "label", "owner"] as const) {
          if (shown[field] === job.spec[field] || (field === "owner" && job.spec.owner === "")) continue;
          const [got, want] = [shown[field], job.spec[field]].map((text) => JSON.stringify(text));
          findings.violated(at, `${by} shows ${field} ${got} for ${job.name}; its spec says ${want}`, job);
        }
        if (at < job.settledAt || !isDetailDecided(facts, job, shown.status)) continue;
        if (shown.detail !== job.detail) {
          const [got, want] = [shown.detail, job.detail].map((text) => JSON.stringify(text));
          findings.violated(at, `${by} shows detail ${got} for ${job.name}; its outcome says ${want}`, job);
        }
      }
    }
  },
});

function isDetailDecided(facts: JobFacts, job: JobFact, status: string | undefined): boolean {
  if (!isTerminal(status) || status !== job.end || mayBeGivenUp(facts, job)) return false;
  if (status !== "killed") return true;
  return facts.has("settledKill") && job.detail !== undefined && (firstEnd(job)?.to ?? 0) > job.settledAt;
}
