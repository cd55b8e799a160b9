import type { LaneAdapter } from "executor-conformance";
import pLimit from "p-limit";
import { installedVersion } from "../installedVersion.ts";
import { PlainContext } from "../plainContext.ts";
import { outcomeOf, report } from "../toolOutcome.ts";

/** p-limit as a lane: each batch is one limited call. */
const adapter: LaneAdapter = {
  profile: "lane",
  name: "p-limit",
  version: installedVersion("p-limit"),
  capabilities: {
    // `activeCount` and `pendingCount` are documented to count what runs and what waits: https://github.com/sindresorhus/p-limit#limitactivecount
    stats: true,
    // `concurrency` is documented to be readable and settable: https://github.com/sindresorhus/p-limit#limitconcurrency
    resize: true,
    // Not declared: `fifo` (the order of waiting calls is not documented), `cancelQueued` (`clearQueue` discards all of
    // them), `clamp` (a limit below 1 throws), `close`, `offLane`, `wake`.
  },
  create(host) {
    const limit = pLimit(host.maxConcurrentTools);
    return {
      submit(job) {
        const running = limit(() => job.exec(new PlainContext()));
        void outcomeOf(job, running).then((outcome) => report(host, outcome));
      },
      stats: () => ({ queued: limit.pendingCount, busy: limit.activeCount, parked: 0, workers: limit.concurrency }),
      relieve(extra) {
        limit.concurrency += extra;
        return extra;
      },
      narrow(upTo) {
        const idle = Math.max(limit.concurrency - limit.activeCount, 0);
        const taken = Math.min(upTo, idle, limit.concurrency - 1);
        limit.concurrency -= taken;
        return taken;
      },
    };
  },
};

export default adapter;
