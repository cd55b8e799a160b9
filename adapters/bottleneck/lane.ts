import Bottleneck from "bottleneck";
import type { LaneAdapter } from "executor-conformance";
import { installedVersion } from "../installedVersion.ts";
import { outcomeOf, report } from "../toolOutcome.ts";

/** Bottleneck as a lane: a limiter without rates, whose jobs are the batches. */
const adapter: LaneAdapter = {
  profile: "lane",
  name: "bottleneck",
  version: installedVersion("bottleneck"),
  // A job passes three timers on its way to its start, and one after its end.
  settleMs: 10,
  capabilities: {
    // "By default, the jobs will be executed in the order they were received.":
    // https://github.com/SGrondin/bottleneck#step-3-of-3
    fifo: true,
    // "Returns an object with the current number of jobs per status in the limiter.":
    // https://github.com/SGrondin/bottleneck#counts
    stats: true,
    // Not declared: `resize` (`updateSettings` takes effect later, and cannot say what it took), `close` (`stop` refuses
    // jobs by their promise, and refuses to be called twice), `cancelQueued`, `clamp`, `offLane`, `wake`.
  },
  create(host) {
    const limiter = new Bottleneck({ maxConcurrent: host.maxConcurrentTools });
    return {
      submit(job) {
        const { signal } = new AbortController();
        const running = limiter.schedule(() => job.exec({ signal, offLane: (wait) => wait() }));
        void outcomeOf(job, running).then((outcome) => report(host, outcome));
      },
      stats() {
        const { RECEIVED, QUEUED, RUNNING, EXECUTING } = limiter.counts();
        // What it calls running has left its queue and waits to be executed.
        return { queued: RECEIVED + QUEUED + RUNNING, busy: EXECUTING, parked: 0, workers: host.maxConcurrentTools };
      },
    };
  },
};

export default adapter;
