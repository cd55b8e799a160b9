import type { LaneAdapter, LaneContext, LaneExecutor, ToolJob, ToolOutcome } from "executor-conformance";
import type { Chain } from "../chain.ts";
import { createExecutor } from "../create.ts";
import { Supply } from "../supply.ts";

/** What every body returns. */
export type Results = Awaited<ReturnType<ToolJob["exec"]>>;

export const RESULTS: Results = [["call", "result"]];

/** Creates a lane of width one. */
export function createLane(
  adapter: LaneAdapter,
  chain: Chain,
  onOutcome: (outcome: ToolOutcome) => void,
): Promise<LaneExecutor> {
  return createExecutor(adapter, {
    maxConcurrentTools: 1,
    outcome: chain.guarded("an outcome cannot be read:", onOutcome),
    wake: () => {},
  });
}

/** A job, and what has become of it so far. */
export interface BenchJob extends ToolJob {
  state: "waiting" | "running" | "ended" | "cancelled";
}

/** Jobs with ids that were never used before, all with this body. */
export function jobSupply(body: (job: BenchJob, context: LaneContext) => Promise<Results>): Supply<BenchJob> {
  return new Supply((index) => {
    const job: BenchJob = {
      agent: `a${index}`,
      batchId: `b${index}`,
      state: "waiting",
      exec: (context) => body(job, context),
    };
    return job;
  });
}

/** Whether an outcome is that of a job whose body ended well. */
export function isOutcomeOf(outcome: ToolOutcome, { batchId, agent, state }: BenchJob): boolean {
  if (outcome.batchId !== batchId || outcome.agent !== agent || state !== "ended" || "error" in outcome) return false;
  return outcome.results.length === 1 && outcome.results[0]?.[1] === "result";
}
