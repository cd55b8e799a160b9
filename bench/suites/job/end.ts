import type { JobAdapter, JobStatus } from "executor-conformance";
import type { Opened } from "../benchmark.ts";
import { Chain } from "../chain.ts";
import { quiet } from "../quiet.ts";
import { whenAnswered } from "./answer.ts";
import { jobBenchmark } from "./benchmark.ts";
import type { BenchJob } from "./benchJob.ts";
import { Jobs } from "./jobs.ts";
import { sampleOf } from "./verify.ts";

export const cancel = jobBenchmark({
  id: "job/cancel",
  text: "from cancel, of a job that runs, until it is answered and the producer has been asked to stop",
  open: (adapter, size) =>
    open(adapter, size, "killed", (jobs, chain, job) => {
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
    open(adapter, size, "completed", (jobs, chain, job) => {
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

/**
 * Uses up a live job with each operation; the next block has fresh ones.
 *
 * @param end of a job that was used up.
 */
async function open(
  adapter: JobAdapter,
  size: number,
  end: JobStatus,
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
  const endUsed = async (): Promise<readonly BenchJob[]> => {
    jobs.onNotice = () => {};
    const ended = jobs.live.splice(0, used);
    for (const job of ended) job.end({ status: "killed" });
    used = 0;
    await jobs.rest();
    return ended;
  };
  return {
    timesMax: size,
    async prepare() {
      await endUsed();
      await jobs.replenish();
    },
    run: (times) => chain.run(times, useOldest),
    async close() {
      // A notice too many may still be on its way.
      await quiet(chain);
      for (const job of sampleOf(await endUsed())) await jobs.verifyEnd(job, end);
      await jobs.close();
    },
  };
}
