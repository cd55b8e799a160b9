import type { LaneHost, ToolJob, ToolOutcome } from "executor-conformance";

/** What the body of a job gives. */
export type ToolResults = Awaited<ReturnType<ToolJob["exec"]>>;

/** How a job ended, told by the promise of the library that ran it. Never rejects. */
export function outcomeOf({ agent, batchId }: ToolJob, running: Promise<ToolResults>): Promise<ToolOutcome> {
  return running.then(
    (results) => ({ agent, batchId, results }),
    (error: unknown) => ({ agent, batchId, error }),
  );
}

/** Reports an outcome. What the host throws is contained here: it is no failure of the library. */
export function report(host: LaneHost, outcome: ToolOutcome): void {
  try {
    host.outcome(outcome);
  } catch {
    // Nobody is left to be told: the host itself is what failed.
  }
}
