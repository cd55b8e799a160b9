import type { JobMethod } from "../../src/contract/job-trace.ts";
import type { OwnerToken } from "../../src/contract/job.ts";
import type { CallFact, JobFact, JobFacts, Seq } from "./facts.ts";

/**
 * How a caller stands to a job. Whatever has the empty string on one side is its own class: it is judged by
 * `job/empty-token-is-an-owner` alone.
 */
export type Access = "own" | "open" | "foreign" | "no-token" | "empty-token";

export function accessOf(job: JobFact, caller: OwnerToken | undefined): Access {
  const { owner } = job.spec;
  if (owner === undefined) return "open";
  if (owner === caller) return owner === "" ? "empty-token" : "own";
  if (owner === "" || caller === "") return "empty-token";
  return caller === undefined ? "no-token" : "foreign";
}

/** Whether a caller may see a job. */
export function mayAccess(job: JobFact, caller: OwnerToken | undefined): boolean {
  return job.spec.owner === undefined || job.spec.owner === caller;
}

/** The token of a call; undefined also where the method takes none. */
export function callerOf({ given }: CallFact): OwnerToken | undefined {
  return "caller" in given ? given.caller : undefined;
}

/** A caller, for a person. */
export function describeCaller(caller: OwnerToken | undefined): string {
  return caller === undefined ? "a caller without a token" : JSON.stringify(caller);
}

/** A call, for a person. */
export function describeCall(call: CallFact): string {
  const { given, job } = call;
  const about = job?.name ?? ("target" in given && "neverIssued" in given.target ? given.target.neverIssued : "");
  return `${given.method}(${about}) by ${describeCaller(callerOf(call))}`;
}

/** Calls about a job by whoever may see it. */
export function allowedCalls(job: JobFact, method: JobMethod): readonly CallFact[] {
  return job.calls.filter((call) => call.given.method === method && mayAccess(job, callerOf(call)));
}

/** Calls about a job by whoever may not see it. */
export function strangerCalls(job: JobFact): readonly CallFact[] {
  return job.calls.filter((call) => !mayAccess(job, callerOf(call)));
}

/** When a call was answered or refused, or, where it was not, the quiescent point at which that was owed. */
export function reachOf(facts: JobFacts, call: CallFact): Seq {
  return Math.min(call.endedAt, facts.quietAfter(call.at));
}
