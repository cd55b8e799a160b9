import type { LaneAdapter } from "executor-conformance";
import { realTimers } from "../../../src/run/realTimers.ts";
import type { Opened } from "../benchmark.ts";
import { Chain } from "../chain.ts";
import { quiet } from "../quiet.ts";
import { until } from "../until.ts";
import { laneBenchmark, SIZES } from "./benchmark.ts";
import { Line } from "./line.ts";
import type { BenchJob } from "./stage.ts";

export const cancelWaiter = laneBenchmark({
  id: "lane/cancel-waiter",
  text: "one batch is submitted, and one from amid those that wait is cancelled; what that leaves to later reactions included",
  counts: "batches waiting",
  sizes: SIZES,
  capabilities: ["cancelQueued"],
  open,
});

/** A prime, so that every place has its turn, and neighbours seldom one after the other. */
const STRIDE = 7919;

/**
 * After the last block those that still wait are let through: a lane that did not cancel runs one that it should not. All of
 * them, wherever their places are, unless that takes longer than so many ms; then those that were reached, and at least one chunk.
 */
const LET_THROUGH_MS_MAX = 1000;
const CHUNK = 100;

/** So many reactions after each other are enough for what any executor leaves to later. */
const HOPS = 16;

async function open(adapter: LaneAdapter, size: number): Promise<Opened> {
  const chain = new Chain();
  const line = new Line(chain);
  const waiting: BenchJob[] = [];
  await line.open(adapter, size, (job) => waiting.push(job));
  let place = 0;
  const submitAndCancel = (): void => {
    const job = line.submit();
    place = (place + STRIDE) % size;
    const leaves = waiting[place];
    waiting[place] = job;
    if (leaves !== undefined) line.cancel(leaves);
  };
  return {
    timesMax: Infinity,
    prepare: (times) => line.jobs.ready(times),
    async run(times) {
      for (let done = 0; done < times; done += 1) submitAndCancel();
      // Executors leave a part of their work to reactions: of the last cancels too it belongs to the block.
      for (let hop = 0; hop < HOPS; hop += 1) await Promise.resolve();
      chain.check();
    },
    async close() {
      let started = 0;
      line.watcher = { started: () => (started += 1) };
      const begin = realTimers.performanceNow();
      while (started < size && realTimers.performanceNow() - begin < LET_THROUGH_MS_MAX) {
        const count = Math.min(started + CHUNK, size);
        for (let ended = started; ended < count; ended += 1) line.endOne();
        await until(chain, () => started === count, "those that still wait to start");
      }
      await line.settle();
      await quiet(chain);
      chain.check();
    },
  };
}
