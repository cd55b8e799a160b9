import { expect, test } from "vitest";
import { ContenderError } from "./contestants.ts";
import { judgeCase, type GatePlan, type GateProgress } from "./gate.ts";
import type { MeasureJob } from "./job.ts";
import type { Measurement } from "./measurement.ts";
import type { GateCase, GateOutcome } from "./result.ts";

const one: GateCase = { adapter: "mine", benchmark: "domain/rearm", size: 100, limit: 0.05 };
const pair = { base: "old-name", head: "new-name" };

interface Gate {
  readonly outcome: GateOutcome;
  readonly jobs: readonly MeasureJob[];
  readonly progress: readonly GateProgress[];
}

/** Judges the case where the process of an index measures this. */
async function judged(measure: (index: number) => Partial<Measurement>): Promise<Gate> {
  const jobs: MeasureJob[] = [];
  const progress: GateProgress[] = [];
  const plan: GatePlan = {
    base: "/old.js",
    head: "/new.js",
    timeMs: 500,
    processes: 4,
    processesMax: 8,
    seed: 1,
    measure: async (job) => {
      jobs.push(job);
      const index = jobs.length - 1;
      return { head: 0, control: 0, baseNs: 100 + index, headNs: 200 + index, ...measure(index) };
    },
    onProgress: (now) => progress.push(now),
  };
  return { outcome: await judgeCase(one, pair, plan), jobs, progress };
}

test("each process begins with the next order of loading", async () => {
  const { outcome, jobs } = await judged(() => ({}));
  expect(outcome).toMatchObject({
    kind: "judged",
    verdict: "not regressed",
    processes: 4,
    baseNs: 101.5,
    headNs: 201.5,
  });
  expect(jobs.map(({ firstOrder }) => firstOrder)).toEqual([0, 1, 2, 3]);
  expect(jobs[0]).toMatchObject({
    base: { module: "/old.js", adapter: "old-name" },
    head: { module: "/new.js", adapter: "new-name" },
    benchmark: "domain/rearm",
    size: 100,
    timeMs: 500,
  });
});

test("a slowdown has to show twice", async () => {
  expect((await judged(() => ({ head: 0.1 }))).outcome).toMatchObject({ verdict: "regressed", processes: 8 });
  expect((await judged((index) => ({ head: index < 4 ? 0.1 : 0 }))).outcome).toMatchObject({
    verdict: "not regressed",
    unconfirmed: true,
    processes: 8,
  });
});

test("noise is measured for longer, and ends", async () => {
  const { outcome } = await judged((index) => ({ head: index % 2 === 0 ? 0.3 : -0.3 }));
  expect(outcome).toMatchObject({ verdict: "inconclusive", processes: 8 });
});

test("base that looks different from itself makes it untrusted", async () => {
  expect((await judged(() => ({ control: 0.1 }))).outcome).toMatchObject({ verdict: "untrusted", processes: 4 });
});

test("who watches is told what is measured, and when it is confirmed", async () => {
  const { progress } = await judged(() => ({ head: 0.1 }));
  expect(
    progress.map(({ processes, processesPlanned, isConfirming }) => [processes, processesPlanned, isConfirming]),
  ).toEqual([false, true].flatMap((isConfirming) => [0, 1, 2, 3].map((processes) => [processes, 4, isConfirming])));
  const noisy = await judged((index) => ({ head: index % 2 === 0 ? 0.3 : -0.3 }));
  expect(noisy.progress.map(({ processesPlanned }) => processesPlanned)).toEqual([4, 4, 4, 4, 8, 8, 8, 8]);
});

test("an executor that cannot be measured is an error at once; what is no fault of it goes on", async () => {
  const failing = (error: Error): Promise<Gate> =>
    judged((index) => {
      if (index === 1) throw error;
      return {};
    });
  const { outcome, jobs } = await failing(new ContenderError("head (mine): lies"));
  expect(outcome).toEqual({ kind: "error", message: "head (mine): lies" });
  expect(jobs).toHaveLength(2);
  await expect(failing(new TypeError("a fault of the kit"))).rejects.toThrow("a fault of the kit");
});
