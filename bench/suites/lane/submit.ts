import type { LaneAdapter } from "executor-conformance";
import type { Opened } from "../benchmark.ts";
import { Chain } from "../chain.ts";
import { laneBenchmark, SIZES } from "./benchmark.ts";
import { Line } from "./line.ts";

export const submitToStart = laneBenchmark({
  id: "lane/submit-to-start",
  text: "one batch is submitted and the one that runs ends, until the next body starts; width one",
  counts: "batches waiting",
  sizes: SIZES,
  open: (adapter, size) => open(adapter, size, "started"),
});

export const submitToOutcome = laneBenchmark({
  id: "lane/submit-to-outcome",
  text: "one batch is submitted and the one that runs ends, until its outcome comes; width one",
  counts: "batches waiting",
  sizes: SIZES,
  open: (adapter, size) => open(adapter, size, "reported"),
});

async function open(adapter: LaneAdapter, size: number, end: "started" | "reported"): Promise<Opened> {
  const chain = new Chain();
  const line = new Line(chain);
  await line.open(adapter, size);
  const submitAndEnd = (): void => {
    line.submit();
    line.endOne();
  };
  line.watcher = { [end]: () => chain.ended() };
  return {
    timesMax: Infinity,
    prepare: (times) => line.jobs.ready(times),
    run: (times) => chain.run(times, submitAndEnd),
    async close() {
      line.watcher = {};
      await line.verifyWait();
    },
  };
}
