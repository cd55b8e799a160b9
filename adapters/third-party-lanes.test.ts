import { campaign, replay, type CampaignOptions, type LaneAdapter } from "executor-conformance";
import { describe, expect, test } from "vitest";
import asyncMutex from "./async-mutex/lane.ts";
import bottleneck from "./bottleneck/lane.ts";
import cockatiel, { promises as cockatielPromises } from "./cockatiel/lane.ts";
import fastq, { promises as fastqPromises } from "./fastq/lane.ts";
import { installedVersion } from "./installedVersion.ts";
import pLimit from "./p-limit/lane.ts";
import pQueue, { promises as pQueuePromises } from "./p-queue/lane.ts";

/** Every schedule of so many batches and one control, each at rest before the next step. */
const everySchedule = (batches: number): CampaignOptions => ({
  seed: 1,
  runs: 100,
  scope: { subjects: batches, controls: 1, tightGaps: 0 },
});

function versionOf(adapters: readonly LaneAdapter[], version: string): LaneAdapter {
  const found = adapters.find((adapter) => adapter.version === version);
  if (found === undefined) throw new Error(`No adapter of version ${version}`);
  return found;
}

describe("a faulty version is told apart from the one that mended it", () => {
  test.each([
    { library: "p-queue", adapters: pQueue, bad: "9.1.0", good: "9.1.1", batches: 2, rules: ["lane/stats-agree"] },
    {
      library: "p-queue",
      adapters: pQueue,
      bad: "7.3.0",
      good: "7.4.1",
      batches: 2,
      rules: ["lane/cancel-queued-never-runs", "lane/permits-conserved", "lane/work-conserving"],
    },
    {
      library: "cockatiel",
      adapters: cockatiel,
      bad: "3.2.1",
      good: "4.0.0",
      batches: 3,
      rules: ["lane/cancel-queued-never-runs", "lane/work-conserving"],
    },
  ])("$library $bad and $good, in $batches batches", async ({ adapters, bad, good, batches, rules }) => {
    const options = { ...everySchedule(batches), rules };
    const { failures } = await campaign(versionOf(adapters, bad), options);
    expect(failures.map(({ rule }) => rule.id).toSorted()).toEqual(rules);
    for (const { counterexample } of failures) {
      const ops = counterexample.scenario.steps.map(({ op }) => op);
      expect(ops).toEqual([...Array.from({ length: batches }, () => "submit"), "cancel"]);
      expect(counterexample.deterministic).toBe(true);
    }

    const { result } = await campaign(versionOf(adapters, good), options);
    const passed = result.rules.filter(({ verdict }) => verdict === "pass");
    expect(passed.map(({ id }) => id).toSorted()).toEqual(rules);
  });
});

describe("a red cell says whether the library promises the rule", () => {
  test.each([
    { adapter: pLimit, promises: {} },
    { adapter: fastq, promises: fastqPromises },
    { adapter: bottleneck, promises: {} },
    { adapter: asyncMutex, promises: {} },
    ...cockatiel.map((adapter) => ({ adapter, promises: cockatielPromises })),
    ...pQueue.map((adapter) => ({ adapter, promises: pQueuePromises })),
  ])("$adapter.name", async ({ adapter, promises }) => {
    const { failures } = await campaign(adapter, { seed: 1, runs: 200, scope: false });
    expect(failures.map(({ rule }) => rule.id).filter((id) => !(id in promises))).toEqual([]);
  });

  test("fastq takes a rejection with a falsy value for a success, and no other", async () => {
    const brokenBy = async (thrown: string): Promise<readonly string[]> => {
      const steps = [
        { op: "submit", batch: "b1" },
        { op: "fail", batch: "b1", thrown },
      ];
      const { broken } = await replay(fastq, { profile: "lane", setup: { width: 1 }, steps });
      return broken.map(({ rule }) => rule.id);
    };
    expect(await brokenBy("undefined")).toEqual(["lane/failed-batch-contained"]);
    expect(await brokenBy("null")).toEqual(["lane/failed-batch-contained"]);
    expect(await brokenBy("error")).toEqual([]);
  });

  test("cockatiel sends a queued call to the end of its queue when another takes the free slot", async () => {
    const steps = [
      { op: "submit", batch: "b1" },
      { op: "submit", batch: "b2" },
      { op: "submit", batch: "b3" },
      { op: "finish", batch: "b1", gap: 1 },
      { op: "submit", batch: "b4" },
    ] as const;
    const { broken } = await replay(versionOf(cockatiel, "4.0.0"), { profile: "lane", setup: { width: 1 }, steps });
    expect(broken.map(({ rule }) => rule.id)).toEqual(["lane/no-starvation"]);
    expect(cockatielPromises["lane/no-starvation"]?.promised).toBe(false);
  });
});

test("an adapter names the version that is installed", () => {
  expect(pQueue.map(({ name }) => name)).toEqual([
    "p-queue@7.3.0",
    "p-queue@7.4.1",
    "p-queue@9.1.0",
    "p-queue@9.1.1",
    "p-queue@9.3.5",
  ]);
  expect(asyncMutex.version).toBe("0.5.0");
  expect(() => installedVersion("no-such-package")).toThrow("Expected the package no-such-package to be installed");
});
