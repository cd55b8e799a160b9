import { defineRule, type Findings } from "../../../src/contract/rule.ts";
import { accessOf, callerOf, describeCall, describeCaller, mayAccess, reachOf, type Access } from "../access.ts";
import type { CallFact, JobFact, JobFacts, Seq } from "../facts.ts";
import { cancelledAt, disposalAt } from "../life.ts";
import { firstReadOwing, piecesOf } from "../pieces.ts";
import { strayAsks, type StrayAsk } from "../strayAsks.ts";
import { lacks, shows } from "./lists.ts";
import { checkAccess } from "./starts.ts";

export const ownerFence = defineRule<JobFacts>({
  id: "job/owner-fence",
  profile: "job",
  level: "MUST",
  capabilities: ["ownerFence"],
  sentence:
    "`read`, `cancel`, `get` and `wait` of another owner's job are refused, whichever other token is used, and change nothing: no output consumed, no cancel reaching the producer, no status moved.",
  checks:
    "Every such call with another token is refused by the next quiescent point; no output is missing that was taken meanwhile, the producer is not asked to stop, no status shows a cancel.",
  silentWhen: "The empty token is on one side: `job/empty-token-is-an-owner` judges that.",
  lookAt: "A check that is missing in one method, compares the wrong field or a prefix, or comes after the effect.",
  check: (facts, findings) => checkFence(facts, findings, "foreign"),
});

export const noTokenIsForeign = defineRule<JobFacts>({
  id: "job/no-token-is-foreign",
  profile: "job",
  level: "MUST",
  capabilities: ["noTokenFence"],
  sentence: "A caller without a token is refused an owned job in the same way.",
  checks: "As `job/owner-fence`, for calls without a token.",
  lookAt: "A check such as `if (caller && caller !== owner)`.",
  check: (facts, findings) => checkFence(facts, findings, "no-token"),
});

function checkFence(facts: JobFacts, findings: Findings, access: Access): void {
  const stray = strayAsks(facts);
  for (const job of facts.jobs) {
    if (job.isAmbiguous) continue;
    for (const call of job.calls) {
      const caller = callerOf(call);
      if (accessOf(job, caller) !== access || mayAccess(job, caller)) continue;
      findings.exercised();
      checkRefusal(facts, job, call, findings);
      checkEffects(facts, job, call, stray, findings);
    }
  }
}

function checkRefusal(facts: JobFacts, job: JobFact, call: CallFact, { violated }: Findings): void {
  const whose = job.spec.owner === undefined ? "nobody" : describeCaller(job.spec.owner);
  if (call.answer !== undefined) {
    violated(call.endedAt, `${describeCall(call)} was answered; the job belongs to ${whose}`, job);
    return;
  }
  const owedAt = facts.quietAfter(call.at);
  if (call.endedAt > owedAt && disposalAt(facts, job) > owedAt) {
    violated(
      owedAt,
      `everything is at rest, and ${describeCall(call)} has not been refused; the job belongs to ${whose}`,
      job,
    );
  }
}

function checkEffects(
  facts: JobFacts,
  job: JobFact,
  call: CallFact,
  stray: readonly StrayAsk[],
  { violated }: Findings,
): void {
  if (call.answer !== undefined) return;
  const what = `${describeCall(call)} was refused`;
  if (call.given.method === "read") {
    for (const { text, at, isStolen } of piecesOf(facts, job)) {
      if (!isStolen || !wasTakenBy(facts, job, call, text)) continue;
      const read = firstReadOwing(facts, job, Math.max(at, call.at));
      if (read !== undefined) violated(read.endedAt, `${what}, and took the piece ${text} away from its owner`, job);
    }
  }
  for (const { ask, cause } of stray) {
    if (cause === call) violated(ask.at, `${what}, and its producer was asked to stop`, job);
  }
  if (call.given.method !== "cancel" || job.asks.some(({ at }) => at > call.at && at < reachOf(facts, call))) return;
  const moved = movedBy(facts, job, call);
  if (moved !== undefined) violated(moved.at, `${what}, and ${job.name} became ${moved.status}`, job);
}

function wasTakenBy(facts: JobFacts, job: JobFact, call: CallFact, text: string): boolean {
  return job.pulls.some((pull) => pull.at > call.at && pull.at < reachOf(facts, call) && pull.text.includes(text));
}

/** A status that only a cancel explains, shown after a stranger's cancel and before anybody else's. */
export function movedBy(
  facts: JobFacts,
  job: JobFact,
  call: CallFact,
): { readonly at: Seq; readonly status: string | undefined } | undefined {
  const allowedFrom = cancelledAt(facts, job);
  const isOfCancel = (status: string | undefined): boolean =>
    status === "stopping" || (status === "killed" && job.end !== "killed");
  if (job.observations.some(({ to, shown }) => to < call.at && isOfCancel(shown.status))) return undefined;
  const moved = job.observations.find(
    ({ from, to, shown }) => from > call.at && to < allowedFrom && isOfCancel(shown.status),
  );
  return moved === undefined ? undefined : { at: moved.to, status: moved.shown.status };
}

export const emptyTokenIsAnOwner = defineRule<JobFacts>({
  id: "job/empty-token-is-an-owner",
  profile: "job",
  level: "MUST",
  capabilities: ["ownerFence"],
  sentence: 'The empty string is a token like any other, not "no owner"; or `start` refuses it.',
  checks:
    "For jobs of the empty token, and for callers with it: what the rules about owners say, that lists, snapshots and notices carry it.",
  lookAt: "A test such as `if (owner)` or `owner || undefined` instead of a comparison with `undefined`.",
  check(facts, findings) {
    checkFence(facts, findings, "empty-token");
    for (const job of facts.jobs) {
      if (job.spec.owner !== "" || job.isAmbiguous || job.id === undefined) continue;
      findings.exercised();
      for (const call of job.calls) if (callerOf(call) === "") checkAccess(facts, job, call, findings.violated);
      for (const { to, shown, by } of job.observations) {
        if (shown.owner === "") continue;
        const got = JSON.stringify(shown.owner);
        findings.violated(to, `${by} shows owner ${got} for ${job.name}, which belongs to the empty token`, job);
      }
      for (const list of facts.calls) {
        if (list.given.method !== "list" || list.answer === undefined) continue;
        const caller = callerOf(list);
        if (caller === undefined && !facts.has("noTokenFence")) continue;
        if (caller === "" ? lacks(facts, list, job) : shows(facts, list, job)) {
          const what = caller === "" ? "lacks" : "shows";
          findings.violated(list.endedAt, `${describeCall(list)} ${what} ${job.name}, a job of the empty token`, job);
        }
      }
      for (const { at, owner } of job.notices) {
        if (owner === "") continue;
        findings.violated(at, `the notice of ${job.name} names ${JSON.stringify(owner)}, not the empty token`, job);
      }
    }
  },
});

export const unknownIdRefused = defineRule<JobFacts>({
  id: "job/unknown-id-refused",
  profile: "job",
  level: "MUST",
  sentence: "Every operation on an id never issued is refused with a clear error.",
  checks: "A call with such an id is refused by the next quiescent point, with a text that is not empty.",
  lookAt: "A lookup in a plain object, which knows `constructor` and `__proto__`, or a default instead of a refusal.",
  check(facts, findings) {
    for (const call of facts.calls) {
      if (!("target" in call.given) || !("neverIssued" in call.given.target)) continue;
      findings.exercised();
      const owedAt = facts.quietAfter(call.at);
      const isDisposed = (facts.dispose?.at ?? Infinity) < owedAt;
      if (call.answer !== undefined) {
        findings.violated(call.endedAt, `${describeCall(call)} was answered; that id was never issued`);
      } else if (call.endedAt > owedAt && !isDisposed) {
        findings.violated(owedAt, `everything is at rest, and ${describeCall(call)} has not been refused`);
      } else if (call.refusal !== undefined && call.refusal.message.trim() === "") {
        findings.violated(call.endedAt, `${describeCall(call)} was refused without a text`);
      }
    }
  },
});

export const foreignLooksUnknown = defineRule<JobFacts>({
  id: "job/foreign-looks-unknown",
  profile: "job",
  level: "SHOULD",
  capabilities: ["ownerFence"],
  sentence: "The refusal of a foreign job reads like that of an unknown one (equal messages, ids removed).",
  checks:
    "Compares the refusal of a stranger's call with that of the same method, by the same caller, for an id that looks like it and was never issued.",
  silentWhen: "A disposal was called before one of the two has ended.",
  lookAt: "Two error texts where there should be one: a refusal that tells them apart confirms a guessed id.",
  check(facts, findings) {
    const disposedAt = facts.dispose?.at ?? Infinity;
    for (const { job, given, refusal, endedAt } of facts.calls) {
      if (job === undefined || refusal === undefined || !("target" in given) || mayAccess(job, given.caller)) continue;
      const unknown = facts.calls.find(
        (call) =>
          call.given.method === given.method &&
          callerOf(call) === given.caller &&
          "target" in call.given &&
          "neverIssued" in call.given.target &&
          call.given.target.neverIssued === `one like that of ${job.name}` &&
          call.refusal !== undefined &&
          call.endedAt < disposedAt,
      );
      if (unknown?.refusal === undefined || endedAt > disposedAt || refusal.carries !== undefined) continue;
      findings.exercised();
      if (unknown.refusal.message === refusal.message) continue;
      findings.violated(
        Math.max(endedAt, unknown.endedAt),
        `${given.method} of a foreign job says "${refusal.message}", of an unknown one "${unknown.refusal.message}"`,
        job,
      );
    }
  },
});
