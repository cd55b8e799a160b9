import type { LaneAdapter } from "executor-conformance";
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
import { missingCapabilities, WorkNotDoneError } from "../benchmark.ts";
import { runBlocks } from "../fixtures/blocks.ts";
import { liars } from "./fixtures/liars.ts";
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

test.each([
  ["lane/submit-to-start", "runsAllAtOnce", 1, "b1 started beside b0"],
  ["lane/submit-to-start", "startsInTurn", 4, "b11 started beside b10"],
  ["lane/submit-to-start", "startsTheNewest", 4, "started before those that had waited longer"],
  ["lane/submit-to-outcome", "returnsNothing", 1, "the outcome of b0 came, and that of b0 was due"],
  ["lane/submit-to-outcome", "startsInTurn", 4, "started beside"],
  ["lane/off-lane-round-trip", "runsAllAtOnce", 2, "a batch started beside the one that holds the only permit"],
  ["lane/off-lane-round-trip", "doesNotRetake", 2, "a batch started beside the one that holds the only permit"],
  ["lane/off-lane-round-trip", "skipsTheWait", 1, "offLane did not call its wait once and give its value"],
  ["lane/cancel-waiter", "doesNotCancel", 1, "started although it was cancelled"],
  ["lane/cancel-waiter", "cancelsNearby", 10_000, "started although it was cancelled"],
] as const)("%s finds a lane that %s, at size %i", async (id, name, size, message) => {
  const benchmark = laneBenchmarks.find((one) => one.id === id);
  if (benchmark === undefined) throw new Error(`no benchmark ${id}`);
  const running = runBlocks(benchmark, liars[name], size);
  await expect(running).rejects.toThrow(message);
  await expect(running).rejects.toThrow(WorkNotDoneError);
});
