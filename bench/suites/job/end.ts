import type { JobAdapter } from "executor-conformance";
import { macrotask } from "../../../src/run/realTimers.ts";
import type { Opened } from "../benchmark.ts";
import { Chain } from "../chain.ts";
import { whenAnswered } from "./answer.ts";
import { jobBenchmark } from "./benchmark.ts";
import { Jobs, type BenchJob } from "./jobs.ts";

export const cancel = jobBenchmark({
  id: "job/cancel",
  text: "from cancel, of a job that runs, until it is answered and the producer has been asked to stop",
  open: (adapter, size) =>
    open(adapter, size, (jobs, chain, job) => {
      whenAnswered(
        chain,
        () => jobs.runtime.cancel(job.id, job.owner),
        (answer) => {
          if (answer !== "requested" || job.cancels !== 1) {
            chain.fail(
              `cancel of ${job.id} answered ${answer}, and its producer was asked to stop ${job.cancels} times`,
            );
          }
          chain.ended();
        },
      );
    }),
});

export const notice = jobBenchmark({
  id: "job/notice",
  text: "from the end of a producer until the notice comes",
  capabilities: ["notices"],
  open: (adapter, size) =>
    open(adapter, size, (jobs, chain, job) => {
      jobs.onNotice = ({ id, status }, owner) => {
        jobs.onNotice = () => chain.fail(`a second notice came after that of ${job.id}`);
        if (id !== job.id || status !== "completed" || owner !== job.owner) {
          chain.fail(`the notice of ${id}, ${status}, came when ${job.id} was completed`);
        }
        chain.ended();
      };
      job.end({ status: "completed" });
    }),
});

/** Uses up a live job with each operation; the next block has fresh ones. */
async function open(
  adapter: JobAdapter,
  size: number,
  use: (jobs: Jobs, chain: Chain, job: BenchJob) => void,
): Promise<Opened> {
  const chain = new Chain();
  const jobs = new Jobs(adapter, size, chain);
  let used = 0;
  const useOldest = (): void => {
    const job = jobs.live[used];
    used += 1;
    if (job !== undefined) use(jobs, chain, job);
  };
  return {
    timesMax: size,
    async prepare() {
      jobs.onNotice = () => {};
      for (const job of jobs.live.splice(0, used)) job.end({ status: "killed" });
      used = 0;
      await macrotask();
      await jobs.replenish();
    },
    run: (times) => chain.run(times, useOldest),
    async close() {
      await jobs.close();
      chain.check();
    },
  };
}
