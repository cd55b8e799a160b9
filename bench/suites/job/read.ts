import type { JobAdapter } from "executor-conformance";
import type { Opened } from "../benchmark.ts";
import { Chain } from "../chain.ts";
import { until } from "../until.ts";
import { whenAnswered } from "./answer.ts";
import { jobBenchmark } from "./benchmark.ts";
import { Jobs, PIECE, STRIDE } from "./jobs.ts";

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
  let isReading = false;
  const readAgain = async (): Promise<void> => {
    isReading = true;
    await chain.run(1, readOne);
    isReading = false;
  };
  return {
    timesMax: Infinity,
    prepare: () => {},
    run: (times) => chain.run(times, readOne),
    async close() {
      // Some runtimes ask producers from time to time, and not on each read.
      await until(
        chain,
        () => {
          // What goes wrong is told by the chain as well.
          if (characters === 0 && !isReading) readAgain().catch(() => {});
          return characters > 0;
        },
        "a read to give something of what producers have",
      );
      await jobs.close();
      chain.check();
    },
  };
}
