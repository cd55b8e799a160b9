import { Semaphore } from "async-mutex";
import type { LaneAdapter, ToolJob } from "executor-conformance";
import { installedVersion } from "../installedVersion.ts";
import { PlainContext } from "../plainContext.ts";
import { outcomeOf, report, type ToolResults } from "../toolOutcome.ts";
import { Permit } from "./permit.ts";

/** The semaphore of async-mutex as a lane: a batch acquires it to run, and releases it while it is off lane. */
const adapter: LaneAdapter = {
  profile: "lane",
  name: "async-mutex",
  version: installedVersion("async-mutex"),
  capabilities: {
    // `acquire` gives a releaser, so a body can hand its permit back and take it again: https://github.com/DirtyHairy/async-mutex#manual-locking--releasing-1
    offLane: true,
    // `setValue` is documented to change the number of permits:
    // https://github.com/DirtyHairy/async-mutex#setting-the-semaphore-value
    resize: true,
    // Not declared: `fifo` (the order among equal priorities is not documented), `cancelQueued` (`cancel` rejects every
    // pending lock), `stats` (who waits is not counted), `clamp` (a value of 0 is locked), `close`, `wake`.
  },
  create(host) {
    const semaphore = new Semaphore(host.maxConcurrentTools);
    let width = host.maxConcurrentTools;
    return {
      submit(job) {
        void outcomeOf(job, run(job, new Permit(semaphore))).then((outcome) => report(host, outcome));
      },
      relieve(extra) {
        semaphore.setValue(semaphore.getValue() + extra);
        width += extra;
        return extra;
      },
      narrow(upTo) {
        const taken = Math.min(upTo, Math.max(semaphore.getValue(), 0), width - 1);
        semaphore.setValue(semaphore.getValue() - taken);
        width -= taken;
        return taken;
      },
    };
  },
};

async function run(job: ToolJob, permit: Permit): Promise<ToolResults> {
  await permit.take();
  try {
    return await job.exec(new PlainContext((wait) => permit.offLane(wait)));
  } finally {
    permit.end();
  }
}

export default adapter;
