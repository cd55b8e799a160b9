import { reachOf, strangerCalls } from "./access.ts";
import type { AskFact, CallFact, JobFact, JobFacts } from "./facts.ts";
import { cancelledAt } from "./life.ts";

/** A request to stop that nobody who may make one has made, and the call that it came from, as far as that can be told. */
export interface StrayAsk {
  readonly job: JobFact;
  readonly ask: AskFact;
  readonly cause: CallFact;
}

/**
 * The requests to stop that came from a call which must not cause one: of a stranger, the disposal of another owner, a
 * wait. Where several are possible a stranger's call that was going on is the likeliest.
 */
export function strayAsks(facts: JobFacts): readonly StrayAsk[] {
  const stray: StrayAsk[] = [];
  for (const job of facts.jobs) {
    if (job.asks.length === 0 || job.isAmbiguous) continue;
    const allowedFrom = cancelledAt(facts, job);
    for (const ask of job.asks) {
      if (ask.at > allowedFrom) break;
      const cause = causeOf(facts, job, ask);
      if (cause !== undefined) stray.push({ job, ask, cause });
    }
  }
  return stray;
}

function causeOf(facts: JobFacts, job: JobFact, ask: AskFact): CallFact | undefined {
  const before = (call: CallFact): boolean => call.at < ask.at;
  return (
    strangerCalls(job).findLast((call) => before(call) && ask.at < reachOf(facts, call)) ??
    facts.calls.findLast((call) => before(call) && call.given.method === "disposeOwner") ??
    job.calls.findLast((call) => before(call) && call.given.method === "wait")
  );
}
