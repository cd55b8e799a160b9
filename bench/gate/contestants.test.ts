import type { CheckableAdapter } from "executor-conformance";
import { afterEach, describe, expect, test, vi } from "vitest";
import { realTimers } from "../../src/run/realTimers.ts";
import { WorkNotDoneError, type Benchmark, type Opened } from "../suites/benchmark.ts";
import { openContestants, Waiting, type SharedProcess } from "./contestants.ts";
import type { MeasureJob } from "./job.ts";

const job: MeasureJob = {
  base: { module: "/old.js", adapter: "mine" },
  head: { module: "/new.js", adapter: "mine" },
  benchmark: "domain/test",
  size: 3,
  timeMs: 500,
  firstOrder: 0,
};

const opened: Opened = { timesMax: 7, prepare: () => {}, run: () => {}, close: async () => {} };

const benchmark = (open: Benchmark["open"]): Benchmark => ({
  id: "domain/test",
  profile: "domain",
  text: "",
  counts: "things",
  sizes: [1],
  open,
});

const adapter = (name: string): CheckableAdapter => ({ profile: "domain", name, create: () => ({}) });

const ORDER = ["base", "head", "control"] as const;

/** A process in which nobody replaces anything, unless something else is said. */
const shared = (
  load: SharedProcess["load"],
  { waiting = new Waiting(), replaced = () => undefined }: Partial<SharedProcess> = {},
): SharedProcess => ({ load, replaced, waiting });

test.each([
  [ORDER, ["base of /old.js", "head of /new.js", "control of /old.js"]],
  [["head", "control", "base"] as const, ["head of /new.js", "control of /old.js", "base of /old.js"]],
])("in the order %j everybody is loaded, base twice", async (order, expected) => {
  const loads: string[] = [];
  const sizes: number[] = [];
  await openContestants(
    job,
    order,
    benchmark(async (_, size) => {
      sizes.push(size);
      return opened;
    }),
    shared(async ({ module, adapter: name }, role) => {
      loads.push(`${role} of ${module}`);
      return adapter(name);
    }),
  );
  expect(loads).toEqual(expected);
  expect(sizes).toEqual([3, 3, 3]);
});

describe("an executor that cannot be measured is named", () => {
  const head = "head (mine of /new.js)";
  const load = async ({ module }: { readonly module: string }): Promise<CheckableAdapter> => adapter(module);
  const opening = (broken: Partial<Opened>): Benchmark =>
    benchmark(async ({ name }) => (name === "/new.js" ? { ...opened, ...broken } : opened));
  const wrong = (): never => {
    throw new WorkNotDoneError("an operation ended twice");
  };

  test("where it is loaded", async () => {
    const refuse = async (): Promise<never> => {
      throw new Error("no such module");
    };
    await expect(openContestants(job, ORDER, opening({}), shared(refuse))).rejects.toThrow(
      "base (mine of /old.js): no such module",
    );
  });

  test("where it is opened", async () => {
    const failing = benchmark(async ({ name }) => (name === "/new.js" ? wrong() : opened));
    await expect(openContestants(job, ORDER, failing, shared(load))).rejects.toThrow(
      `${head}: an operation ended twice`,
    );
  });

  test("where it replaces what everybody shares", async () => {
    let isHead = false;
    const loading = shared(
      (contender, role) => {
        isHead = role === "head";
        return load(contender);
      },
      { replaced: () => (isHead ? "Math.log" : undefined) },
    );
    await expect(openContestants(job, ORDER, opening({}), loading)).rejects.toThrow(`${head}: it replaces Math.log`);
  });

  test.each([
    ["prepares at once", { prepare: wrong }, (one: Opened) => one.prepare(1)],
    ["prepares", { prepare: async () => wrong() }, (one: Opened) => one.prepare(1)],
    ["runs at once", { run: wrong }, (one: Opened) => one.run(1)],
    ["runs", { run: async () => wrong() }, (one: Opened) => one.run(1)],
    ["is closed", { close: async () => wrong() }, (one: Opened) => one.close()],
  ])("where it %s", async (_, broken, act) => {
    const contestants = await openContestants(job, ORDER, opening(broken), shared(load));
    await expect(async () => act(contestants.head)).rejects.toThrow(`${head}: an operation ended twice`);
    await act(contestants.base);
  });
});

test("whose turn it is is told before anything is run, once for each turn", async () => {
  const told: string[] = [];
  const waiting = new Waiting((role) => told.push(role));
  const noting = benchmark(async () => ({ ...opened, prepare: () => void told.push(`prepares`) }));
  const { base, head } = await openContestants(
    job,
    ORDER,
    noting,
    shared(async () => adapter("mine"), { waiting }),
  );
  expect(told).toEqual(["base", "head", "control"]);
  told.length = 0;
  for (const one of [base, head, head]) await one.prepare(1);
  expect(told).toEqual(["base", "prepares", "head", "prepares", "prepares"]);
  expect(waiting.turn).toBe("head");
});

describe("an executor that never answers", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test("is named, once it has had time enough", async () => {
    let now = 0;
    vi.spyOn(realTimers, "performanceNow").mockImplementation(() => now);
    const waiting = new Waiting();
    const never = benchmark(async () => ({ ...opened, run: () => new Promise(() => {}) }));
    const { head, base } = await openContestants(
      job,
      ORDER,
      never,
      shared(async () => adapter("mine"), { waiting }),
    );
    now += 1e9;
    expect(waiting.overdue).toBeUndefined();
    void head.run(1);
    now += 29_999;
    expect(waiting.overdue).toBeUndefined();
    now += 1;
    expect(waiting.overdue).toBe("head (mine of /new.js): an operation has not ended for 30 seconds");
    await base.prepare(1);
    expect(waiting.overdue).toContain("head");
  });
});
