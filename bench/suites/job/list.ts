import type { JobAdapter } from "executor-conformance";
import type { Opened } from "../benchmark.ts";
import { Chain } from "../chain.ts";
import { until } from "../until.ts";
import { whenAnswered } from "./answer.ts";
import { jobBenchmark } from "./benchmark.ts";
import { JOBS_PER_OWNER } from "./benchJob.ts";
import { Jobs, STRIDE } from "./jobs.ts";

export const list = jobBenchmark({
  id: "job/list",
  text: "from list, by an owner of at most ten jobs, until it is there",
  capabilities: ["list", "ownerFence"],
  open,
});

async function open(adapter: JobAdapter, size: number): Promise<Opened> {
  const chain = new Chain();
  const jobs = new Jobs(adapter, size, chain);
  await jobs.replenish();
  let place = 0;
  const listOne = (): void => {
    place = (place + STRIDE) % size;
    const job = jobs.live[place];
    if (job === undefined) return;
    const count = Math.min(JOBS_PER_OWNER, size - (place - (place % JOBS_PER_OWNER)));
    whenAnswered(
      chain,
      () => jobs.runtime.list?.(job.owner) ?? [],
      (listed) => {
        if (listed.length !== count || !listed.some(({ id }) => id === job.id)) {
          chain.fail(`the owner of ${job.id} has ${count} jobs, and ${listed.length} were listed`);
        }
        chain.ended();
      },
    );
  };
  return {
    timesMax: Infinity,
    prepare: () => {},
    run: (times) => chain.run(times, listOne),
    async close() {
      const newest = jobs.live.pop();
      newest?.end({ status: "completed" });
      await jobs.rest();
      const isListedAsEnded = async (): Promise<boolean> => {
        const listed = (await jobs.runtime.list?.(newest?.owner)) ?? [];
        const status = listed.find(({ id }) => id === newest?.id)?.status;
        return status === "completed" || (status === undefined && jobs.isForgetful);
      };
      await until(chain, isListedAsEnded, `a list to show that ${newest?.id} was completed`);
      await jobs.close();
    },
  };
}
