import type { LaneAdapter } from "executor-conformance";
import PQueue from "p-queue";
import PQueue730 from "p-queue-7-3-0";
import PQueue741 from "p-queue-7-4-1";
import PQueue910 from "p-queue-9-1-0";
import PQueue911 from "p-queue-9-1-1";
import { installedVersion } from "../installedVersion.ts";
import { outcomeOf, report, type ToolResults } from "../toolOutcome.ts";

/** What all versions have in common. */
interface Queue {
  readonly size: number;
  readonly pending: number;
  concurrency: number;
  add(task: () => Promise<ToolResults>, options: { signal: AbortSignal }): Promise<ToolResults>;
}

/** p-queue as a lane: each batch is a task with a signal of its own. */
function laneOf(packageName: string, Queue: new (options: { concurrency: number }) => Queue): LaneAdapter {
  const version = installedVersion(packageName);
  return {
    profile: "lane",
    name: `p-queue@${version}`,
    version,
    capabilities: {
      // `size` is documented to count what waits and `pending` what runs: https://github.com/sindresorhus/p-queue#size
      stats: true,
      // An aborted task is documented to leave the queue, and `add` to reject: https://github.com/sindresorhus/p-queue#signal
      cancelQueued: true,
      // A property of the queue as well as an option: https://github.com/sindresorhus/p-queue#concurrency
      resize: true,
      // Not declared: `cancelRunning` (the signal of a running task is documented to be the task's own affair), `fifo`
      // (the order among equal priorities is not documented), `clamp` (a concurrency below 1 throws), `close` (`onIdle`
      // refuses nothing), `offLane`, `wake`.
    },
    create(host) {
      const queue = new Queue({ concurrency: host.maxConcurrentTools });
      const controllers = new Map<string, AbortController>();
      return {
        submit(job) {
          const controller = new AbortController();
          const { signal } = controller;
          controllers.set(job.batchId, controller);
          const running = queue.add(() => job.exec({ signal, offLane: (wait) => wait() }), { signal });
          void outcomeOf(job, running).then((outcome) => {
            controllers.delete(job.batchId);
            if (!signal.aborted) report(host, outcome);
          });
        },
        cancel(batchId) {
          controllers.get(batchId)?.abort();
        },
        stats: () => ({ queued: queue.size, busy: queue.pending, parked: 0, workers: queue.concurrency }),
        relieve(extra) {
          queue.concurrency += extra;
          return extra;
        },
        narrow(upTo) {
          const idle = Math.max(queue.concurrency - queue.pending, 0);
          const taken = Math.min(upTo, idle, queue.concurrency - 1);
          queue.concurrency -= taken;
          return taken;
        },
      };
    },
  };
}

const adapters: readonly LaneAdapter[] = [
  laneOf("p-queue-7-3-0", PQueue730),
  laneOf("p-queue-7-4-1", PQueue741),
  laneOf("p-queue-9-1-0", PQueue910),
  laneOf("p-queue-9-1-1", PQueue911),
  laneOf("p-queue", PQueue),
];

export default adapters;

export { promises } from "./promises.ts";
