import Bottleneck from "bottleneck";
import type { LaneAdapter } from "executor-conformance";
import { installedVersion } from "../installedVersion.ts";
import { PlainContext } from "../plainContext.ts";
import { outcomeOf, report } from "../toolOutcome.ts";

/** Bottleneck as a lane: a limiter without rates, whose jobs are the batches. */
const adapter: LaneAdapter = {
  profile: "lane",
  name: "bottleneck",
  version: installedVersion("bottleneck"),
  // A job passes three timers on its way to its start, and one after its end.
  settleMs: 10,
  capabilities: {
    // Jobs are documented to run in the order of arrival unless they have priorities:
    // https://github.com/SGrondin/bottleneck#step-3-of-3
    fifo: true,
    // `counts` is documented to tell how many jobs are in each state:
    // https://github.com/SGrondin/bottleneck#counts
    stats: true,
    // Not declared: `resize` (`updateSettings` takes effect later, and cannot say what it took), `close` (`stop` refuses
    // jobs by their promise, and refuses to be called twice), `cancelQueued`, `clamp`, `offLane`, `wake`.
  },
  create(host) {
    const limiter = new Bottleneck({ maxConcurrent: host.maxConcurrentTools });
    return {
      submit(job) {
        const running = limiter.schedule(() => job.exec(new PlainContext()));
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
