import type { DomainAdapter, DomainExecutor, DomainHost, ToolDomainEvent } from "executor-conformance";
import { expect, test, vi } from "vitest";
import reference from "../../adapters/reference/domain.ts";
import { realTimers } from "../../src/run/realTimers.ts";
import { domainFloor } from "../floor/domain.ts";
import { benchmarks } from "../suites/index.ts";
import { SlowFillError, type Benchmark, type Opened } from "../suites/benchmark.ts";
import { compareOn, type CompareOptions } from "./compare.ts";
import { quantile, spreadOf } from "../statistics/quantiles.ts";
import { slopesOf } from "./slope.ts";
import { takeTurn } from "./turn.ts";

/** A clock that a reading moves on by 1 ms: nothing here depends on how long anything takes. */
function options(changes: Partial<CompareOptions> = {}): CompareOptions {
  let ms = 0;
  return { timeMs: 20, rounds: 2, sizes: [1, 4], operations: 3, now: () => (ms += 1), ...changes };
}

function benchmarkOf(id: string): Benchmark {
  const found = benchmarks.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no benchmark ${id}`);
  return found;
}

const dispatch = benchmarkOf("domain/handle-to-outcome");

test("everybody is measured at every size, the floor first and with ratios to it", async () => {
  const { contenders } = await compareOn(dispatch, [reference], options());
  expect(contenders.map(({ name }) => name)).toEqual(["floor", "reference-domain"]);
  const cells = contenders.flatMap((one) => (one.state === "measured" ? one.cells : []));
  expect(cells.map(({ size, state }) => [size, state])).toEqual([
    [1, "measured"],
    [4, "measured"],
    [1, "measured"],
    [4, "measured"],
  ]);
  // Each block takes 1 ms of this clock, for three operations.
  for (const cell of cells) expect(cell).toMatchObject({ operationsPerSample: 3, latency: { max: 1e6 / 3 } });
  expect(cells.map((cell) => cell.state === "measured" && cell.ratio?.median)).toEqual([undefined, undefined, 1, 1]);
});

test("an adapter that lacks a capability is listed with what it lacks", async () => {
  const lane = benchmarkOf("lane/off-lane-round-trip");
  const { default: pLimit } = await import("../../adapters/p-limit/lane.ts");
  const { contenders } = await compareOn(lane, [pLimit], options());
  expect(contenders[1]).toEqual({
    state: "not-applicable",
    name: "p-limit",
    version: expect.any(String),
    lacks: ["offLane"],
  });
});

test("an executor that does not do the work is an error at its size, and the others are measured", async () => {
  const liar: DomainAdapter = {
    ...domainFloor,
    name: "liar",
    create: (host) => ({
      ...(domainFloor.create(host) as DomainExecutor),
      handle: ({ commandId, dlineTid }) => host.sink.emit({ kind: "tool.block_result", commandId, dlineTid }),
    }),
  };
  const { contenders } = await compareOn(dispatch, [liar, reference], options({ sizes: [1] }));
  const cells = contenders.map((one) => (one.state === "measured" ? one.cells[0] : undefined));
  expect(cells.map((cell) => cell?.state)).toEqual(["measured", "error", "measured"]);
  expect(cells[1]).toMatchObject({
    message: "tool.block_result was emitted before any tool had ended whose outcome was due",
  });
});

test("an executor that takes too long to be set up is said to", async () => {
  const slow: Benchmark = {
    ...dispatch,
    open: (adapter, size) =>
      adapter === reference ? Promise.reject(new SlowFillError("too many")) : dispatch.open(adapter, size),
  };
  const { contenders } = await compareOn(slow, [reference], options({ sizes: [1] }));
  expect(contenders[1]).toMatchObject({ cells: [{ state: "too-slow", size: 1, message: "too many" }] });
});

test.each([
  ["open", "the executor was not set up within 120 seconds"],
  ["prepare", "a block was not ready within 120 seconds"],
  ["run", "an operation did not end within 120 seconds"],
  ["close", "the executor was not closed within 120 seconds"],
] as const)("a turn that takes too long says what it waited for: %s", async (step, message) => {
  let isOver: () => void = () => {};
  vi.spyOn(realTimers, "setTimeout").mockImplementation(((act: () => void) => {
    isOver = act;
  }) as typeof setTimeout);
  const hangs = (): Promise<never> => {
    queueMicrotask(() => isOver());
    return new Promise(() => {});
  };
  const opened: Opened = { timesMax: 1, prepare: () => {}, run: () => {}, close: async () => {} };
  const stuck: Benchmark = { ...dispatch, open: step === "open" ? hangs : async () => ({ ...opened, [step]: hangs }) };
  const turn = takeTurn(stuck, domainFloor, 1, { timeMs: 1, now: realTimers.performanceNow });
  await expect(turn).rejects.toThrow(message);
  vi.restoreAllMocks();
});

/** The floor with a change, which is given its host. */
function changed(change: (host: DomainHost) => object): DomainAdapter {
  return {
    ...domainFloor,
    name: "changed",
    create: (host) => ({ ...(domainFloor.create(host) as DomainExecutor), ...change(host) }),
  };
}

function created(create: () => unknown, capabilities = {}): DomainAdapter {
  return { ...domainFloor, name: "changed", capabilities, create: create as DomainAdapter["create"] };
}

const boom = (): never => {
  throw new Error("boom");
};

test.each<[id: string, what: string, adapter: DomainAdapter, message: string]>([
  ["handle-to-outcome", "throws in create", created(boom), "create() threw Error: boom"],
  [
    "handle-to-outcome",
    "rejects in create",
    created(() => Promise.reject(new Error("late"))),
    "create() threw Error: late",
  ],
  [
    "handle-to-outcome",
    "creates nothing",
    created(() => {}),
    "Expected create() to give a domain executor, got undefined",
  ],
  ["handle-to-outcome", "lacks a method", created(() => ({})), "Expected a domain executor with the method handle()"],
  [
    "handle-to-outcome",
    "lacks the method of a capability",
    created(() => domainFloor.create({} as DomainHost), { budget: true }),
    "declares the capability budget, but its executor has no method haltToolDomain()",
  ],
  ["handle-to-outcome", "throws in a call", changed(() => ({ handle: boom })), "it threw Error: boom"],
  [
    "handle-to-outcome",
    "emits nonsense",
    changed(({ sink }) => ({ handle: () => sink.emit(undefined as never) })),
    "what was emitted cannot be read: TypeError",
  ],
  [
    "halt-to-receipt",
    "gives no promise",
    changed(() => ({ halt: () => {} })),
    "halt gave nothing instead of a promise",
  ],
  ["rearm", "throws in a reaction", changed(() => ({ rearm: boom })), "a call threw Error: boom"],
])("in domain/%s an executor that %s is an error, and the others are measured", async (id, _, adapter, message) => {
  const sizes = id === "halt-to-receipt" ? [0] : [1];
  const { contenders } = await compareOn(benchmarkOf(`domain/${id}`), [adapter, reference], options({ sizes }));
  const cells = contenders.map((one) => (one.state === "measured" ? one.cells[0] : undefined));
  expect(cells.map((cell) => cell?.state)).toEqual(["measured", "error", "measured"]);
  expect(cells[1]).toMatchObject({ message: expect.stringContaining(message) });
});

const reject = benchmarkOf("domain/reject-while-stopped");

/** The floor, which tells its rejections otherwise from the twentieth on: by then it is measured, for the clock is made up. */
function rejecting(later: (emit: () => void) => void, commandId?: string): DomainAdapter {
  return {
    ...domainFloor,
    name: "rejecting",
    create(host) {
      let rejections = 0;
      const emit = (event: ToolDomainEvent): void => {
        if (event.kind !== "tool.rejected" || (rejections += 1) < 20) return host.sink.emit(event);
        later(() => host.sink.emit(commandId === undefined ? event : { ...event, commandId }));
      };
      return domainFloor.create({ ...host, sink: { emit } });
    },
  };
}

test("a block that fails inside the call, after others that ended there, is an error", async () => {
  const adapter = rejecting((emit) => emit(), "other");
  const { contenders } = await compareOn(reject, [adapter], options({ sizes: [1] }));
  expect(contenders[1]).toMatchObject({
    cells: [
      {
        state: "error",
        message: expect.stringMatching(/^tool.rejected was emitted .*instead of the rejection of c\d+$/),
      },
    ],
  });
});

test("operations that end inside the call at first, and later do not, cannot be measured, and nobody is accused", async () => {
  const adapter = rejecting(queueMicrotask);
  const { contenders } = await compareOn(reject, [adapter], options({ sizes: [1] }));
  expect(contenders[1]).toMatchObject({ cells: [{ state: "not-measurable", size: 1 }] });
});

test("what the floor throws is no cell: it is the kit's own", async () => {
  const broken: Benchmark = { ...dispatch, open: () => Promise.reject(new Error("broken")) };
  await expect(compareOn(broken, [], options())).rejects.toThrow("broken");
});

test("a quantile is interpolated between its neighbours", () => {
  expect([0, 0.25, 0.5, 1].map((probability) => quantile([1, 2, 4], probability))).toEqual([1, 1.5, 2, 4]);
  expect(spreadOf([4, 1, 2])).toEqual({ median: 2, min: 1, max: 4 });
});

test.each([
  ["flat", () => 7, 0],
  ["linear", (size: number) => 3 * size, 1],
  ["quadratic", (size: number) => size ** 2, 2],
])("the slope of what is %s", (_name, value, slope) => {
  const slopes = slopesOf([1, 100, 10_000].map((size) => ({ size, value: value(size) })));
  expect(slopes?.slope).toBeCloseTo(slope);
  expect(slopes?.steepest.slope).toBeCloseTo(slope);
});

test("a cliff between two sizes is named, however little it moves the whole", () => {
  const values = { 0: 5, 1: 10, 100: 11, 10_000: 10, 100_000: 100 };
  const slopes = slopesOf(Object.entries(values).map(([size, value]) => ({ size: Number(size), value })));
  expect(slopes?.slope).toBeLessThan(0.3);
  expect(slopes?.steepest).toEqual({ slope: expect.closeTo(1), from: 10_000, to: 100_000 });
});

test("fewer than two sizes have no slope, and none of them is 0", () => {
  expect(
    slopesOf([
      { size: 0, value: 1 },
      { size: 10, value: 1 },
    ]),
  ).toBeUndefined();
});
