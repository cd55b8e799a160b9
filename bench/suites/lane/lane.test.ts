import type { LaneAdapter, LaneExecutor, LaneHost } from "executor-conformance";
import { expect, test } from "vitest";
import asyncMutex from "../../../adapters/async-mutex/lane.ts";
import bottleneck from "../../../adapters/bottleneck/lane.ts";
import cockatiel from "../../../adapters/cockatiel/lane.ts";
import fastq from "../../../adapters/fastq/lane.ts";
import pLimit from "../../../adapters/p-limit/lane.ts";
import pQueue from "../../../adapters/p-queue/lane.ts";
import reference from "../../../adapters/reference/lane.ts";
import variants from "../../../adapters/variants/lane/index.ts";
import { cancellingLaneFloor, laneFloor } from "../../floor/lane.ts";
import { missingCapabilities } from "../benchmark.ts";
import { runBlocks } from "../fixtures/blocks.ts";
import { laneBenchmarks } from "./index.ts";

/** Lanes that lose a permit to a cancel. */
const FAULTY = ["cockatiel@3.2.1", "p-queue@7.3.0"];

const peers = [asyncMutex, bottleneck, fastq, pLimit, ...cockatiel, ...pQueue].filter(
  ({ name }) => !FAULTY.includes(name),
);
const correct: readonly LaneAdapter[] = [laneFloor, cancellingLaneFloor, reference, ...variants, ...peers];

test.each(correct)("no benchmark accuses the lane $name", async (adapter) => {
  for (const benchmark of laneBenchmarks.filter((one) => missingCapabilities(one, adapter).length === 0)) {
    for (const size of [1, 3]) await runBlocks(benchmark, adapter, size);
  }
});

const runsAllAtOnce = liar(laneFloor, (host) => ({
  submit: ({ agent, batchId, exec }) => {
    void exec(NO_CONTEXT).then((results) => host.outcome({ agent, batchId, results }));
  },
}));
const returnsNothing = liar(laneFloor, (host) => {
  const lane = laneFloor.create({ ...host, outcome: (outcome) => host.outcome({ ...outcome, results: [] }) });
  return lane as LaneExecutor;
});
const doesNotCancel = liar(cancellingLaneFloor, () => ({ cancel: () => {} }));
const skipsTheWait = liar(laneFloor, (host) => {
  const lane = laneFloor.create(host) as LaneExecutor;
  let skips = false;
  return {
    submit(job) {
      lane.submit({
        ...job,
        exec: (context) => {
          const offLane = skips ? () => Promise.resolve(undefined as never) : context.offLane.bind(context);
          skips = true;
          return job.exec({ ...context, offLane });
        },
      });
    },
  };
});

test.each([
  ["lane/submit-to-start", runsAllAtOnce, "b1 started beside b0"],
  ["lane/submit-to-outcome", returnsNothing, "the outcome of b0 came, and that of b0 was due"],
  ["lane/cancel-waiter", doesNotCancel, "started although it was cancelled"],
  ["lane/off-lane-round-trip", skipsTheWait, "offLane did not call its wait once and give its value"],
] as const)("%s finds a lane that does not do the work", async (id, adapter, message) => {
  const benchmark = laneBenchmarks.find((one) => one.id === id);
  if (benchmark === undefined) throw new Error(`no benchmark ${id}`);
  await expect(runBlocks(benchmark, adapter, 1)).rejects.toThrow(message);
});

const NO_CONTEXT = { signal: new AbortController().signal, offLane: <T>(wait: () => Promise<T>) => wait() };

function liar(floor: LaneAdapter, change: (host: LaneHost) => Partial<LaneExecutor>): LaneAdapter {
  return { ...floor, name: "liar", create: (host) => ({ ...(floor.create(host) as LaneExecutor), ...change(host) }) };
}
