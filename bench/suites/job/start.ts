import type { JobAdapter } from "executor-conformance";
import type { Opened } from "../benchmark.ts";
import { Chain } from "../chain.ts";
import { whenAnswered } from "./answer.ts";
import { jobBenchmark } from "./benchmark.ts";
import { Jobs } from "./jobs.ts";

export const start = jobBenchmark({
  id: "job/start",
  text: "from start, of a job of an owner who is known, until its id is there",
  open,
});

async function open(adapter: JobAdapter, size: number): Promise<Opened> {
  const chain = new Chain();
  const jobs = new Jobs(adapter, size, chain);
  const startOne = (): void => {
    const job = jobs.take();
    whenAnswered(
      chain,
      () => jobs.runtime.start(job),
      (id) => {
        jobs.started(job, id);
        chain.ended();
      },
      (error) => jobs.refused(error),
    );
  };
  return {
    timesMax: size,
    async prepare(times) {
      await jobs.replenish(times);
      await jobs.ready(times);
    },
    run: (times) => chain.run(times, startOne),
    async close() {
      if (new Set(jobs.live.map(({ id }) => id)).size !== jobs.live.length) chain.fail("two jobs have the same id");
      await jobs.close();
    },
  };
}
