import type { JobAdapter } from "executor-conformance";
import type { Opened } from "../benchmark.ts";
import { Chain } from "../chain.ts";
import { whenAnswered } from "./answer.ts";
import { jobBenchmark } from "./benchmark.ts";
import { PIECE } from "./benchJob.ts";
import { Jobs, STRIDE } from "./jobs.ts";
import { sampleOf, verifyOutput } from "./verify.ts";

export const read = jobBenchmark({
  id: "job/read",
  text: "from read, by the owner, until output and snapshot are there",
  capabilities: ["output"],
  open,
});

async function open(adapter: JobAdapter, size: number): Promise<Opened> {
  const chain = new Chain();
  const jobs = new Jobs(adapter, size, chain);
  await jobs.replenish();
  let place = 0;
  let characters = 0;
  const readOne = (): void => {
    place = (place + STRIDE) % size;
    const job = jobs.live[place];
    if (job === undefined) return;
    whenAnswered(
      chain,
      () => jobs.runtime.read(job.id, job.owner),
      ({ output, job: { id } }) => {
        characters += output.length;
        if (id !== job.id) chain.fail(`a read of ${job.id} gave the snapshot of ${id}`);
        if (characters > jobs.produced * PIECE.length) chain.fail("reads gave more than producers were asked for");
        chain.ended();
      },
    );
  };
  return {
    timesMax: Infinity,
    prepare: () => (adapter.realTime === true ? jobs.rest() : undefined),
    run: (times) => chain.run(times, readOne),
    async close() {
      // Some runtimes ask producers from time to time, and not on each read: nobody can tell while that is measured.
      for (const job of sampleOf(jobs.live)) await verifyOutput(chain, jobs.runtime, job);
      await jobs.close();
    },
  };
}
