import type { LaneAdapter, ToolJob } from "executor-conformance";
import fastq from "fastq";
import { installedVersion } from "../installedVersion.ts";
import { PlainContext } from "../plainContext.ts";
import { outcomeOf, report, type ToolResults } from "../toolOutcome.ts";

/** fastq as a lane: a queue with an asynchronous worker that runs the batches pushed to it. */
const adapter: LaneAdapter = {
  profile: "lane",
  name: "fastq",
  version: installedVersion("fastq"),
  capabilities: {
    // `push` is documented to queue at the end: https://github.com/mcollina/fastq#queuepushtask--promise
    fifo: true,
    // `concurrency` is documented to be the number of tasks at once, and to be changeable while running:
    // https://github.com/mcollina/fastq#queueconcurrency
    resize: true,
    // Not declared: `stats` (`length()` is documented, `running()` is not), `cancelQueued` (`kill` removes every waiting
    // task), `clamp` (a concurrency below 1 throws), `close` (`drained` refuses nothing), `offLane`, `wake`.
  },
  create(host) {
    const queue = fastq.promise<unknown, ToolJob, ToolResults>(async (job) => {
      return job.exec(new PlainContext());
    }, host.maxConcurrentTools);
    return {
      submit(job) {
        void outcomeOf(job, queue.push(job)).then((outcome) => report(host, outcome));
      },
      relieve(extra) {
        queue.concurrency += extra;
        return extra;
      },
      narrow(upTo) {
        const idle = Math.max(queue.concurrency - queue.running(), 0);
        const taken = Math.min(upTo, idle, queue.concurrency - 1);
        queue.concurrency -= taken;
        return taken;
      },
    };
  },
};

export default adapter;

export { promises } from "./promises.ts";
