import { bulkhead as bulkhead321 } from "cockatiel-3-2-1";
import { bulkhead as bulkhead400 } from "cockatiel-4-0-0";
import type { LaneAdapter, LaneContext } from "executor-conformance";
import { installedVersion } from "../installedVersion.ts";
import { outcomeOf, report } from "../toolOutcome.ts";

/** What both versions have in common. */
type CreateBulkhead = (
  limit: number,
  queue: number,
) => {
  execute<T>(fn: (context: { signal: AbortSignal }) => Promise<T>, signal: AbortSignal): Promise<T>;
};

/** A bulkhead of cockatiel as a lane, with a queue that is never full. */
function laneOf(packageName: string, createBulkhead: CreateBulkhead): LaneAdapter {
  const version = installedVersion(packageName);
  return {
    profile: "lane",
    name: `cockatiel@${version}`,
    version,
    capabilities: {
      // The signal of a call is documented to be looked at on submission and when its turn comes: https://github.com/connor4312/cockatiel#bulkheadexecutefn-signal
      cancelQueued: true,
      // The signal is documented to reach the function, and the number of calls at once to be limited: https://github.com/connor4312/cockatiel#bulkheadlimit-queue
      cancelRunning: true,
      // Not declared: `stats` (the documented counts are slots, which a cancelled call keeps until it dequeues), `fifo`
      // (the order of queued calls is not documented), `resize`, `close`, `clamp`, `offLane`, `wake`.
    },
    create(host) {
      const bulkhead = createBulkhead(host.maxConcurrentTools, Infinity);
      const controllers = new Map<string, AbortController>();
      return {
        submit(job) {
          const controller = new AbortController();
          controllers.set(job.batchId, controller);
          const exec = ({ signal }: Pick<LaneContext, "signal">) => job.exec({ signal, offLane: (wait) => wait() });
          void outcomeOf(job, bulkhead.execute(exec, controller.signal)).then((outcome) => {
            controllers.delete(job.batchId);
            if (!controller.signal.aborted) report(host, outcome);
          });
        },
        cancel(batchId) {
          controllers.get(batchId)?.abort();
        },
      };
    },
  };
}

const adapters: readonly LaneAdapter[] = [
  laneOf("cockatiel-3-2-1", bulkhead321),
  laneOf("cockatiel-4-0-0", bulkhead400),
];

export default adapters;

export { promises } from "./promises.ts";
