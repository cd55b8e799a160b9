import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { EventEmitter } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as ownTimeout } from "node:timers";
import { fileURLToPath } from "node:url";
import type { CheckableAdapter, DomainAdapter, DomainHost, ToolDomainEvent } from "executor-conformance";
import { createJiti } from "jiti";
import { expect, test } from "vitest";
import bottleneck from "../../adapters/bottleneck/lane.ts";
import domain from "../../adapters/reference/domain.ts";
import job from "../../adapters/reference/job.ts";
import lane from "../../adapters/reference/lane.ts";
import type * as reference from "../../src/reference/domain/index.ts";
import { drainNow } from "../../src/run/drain.ts";
import type { Benchmark } from "../suites/benchmark.ts";
import { benchmarks } from "../suites/index.ts";
import { differences, type CountedOperation } from "./budget.ts";
import { parseBudget } from "./budgetFile.ts";
import { countOperation } from "./countOperation.ts";
import { count } from "./hooks.ts";
import { outcomeOf } from "./outcome.ts";

const path = fileURLToPath(new URL("../budget.json", import.meta.url));
const budget = parseBudget(readFileSync(path, "utf8"), path);

async function countAll(adapter: CheckableAdapter): Promise<readonly CountedOperation[]> {
  const counted: CountedOperation[] = [];
  for (const benchmark of benchmarks.filter(({ profile }) => profile === adapter.profile)) {
    counted.push({
      adapter: adapter.name,
      benchmark: benchmark.id,
      outcome: await outcomeOf(benchmark, adapter),
    });
  }
  return counted;
}

// After a change that is meant to be: `executor-conformance bench --counters --budget bench/budget.json --update-budget`.
test.each([domain, lane, job])("the operations of $name make what the budget says", async (adapter) => {
  expect(differences(await countAll(adapter), budget)).toEqual([]);
});

test("counts are whole numbers, and the same each time", async () => {
  const first = await countAll(lane);
  const values = first.flatMap(({ outcome }) => (outcome.state === "counted" ? Object.values(outcome.counts) : [NaN]));
  expect(values.filter((value) => !Number.isInteger(value))).toEqual([]);
  expect(await countAll(lane)).toEqual(first);
});

test("an await that is planted into the reference domain breaks its budget, by benchmark and number", async () => {
  const folder = mkdtempSync(join(tmpdir(), "executor-conformance-"));
  try {
    const found = differences(await countAll(await plantedDomain(folder)), budget);
    expect(found).toContain("domain/handle-to-outcome of reference-domain makes 6 promises, more than its budget of 2");
    expect(found).toContain(
      "domain/handle-to-outcome of reference-domain makes 4 reactions, more than its budget of 1",
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** A copy of the reference domain whose tools start a reaction later. */
async function plantedDomain(folder: string): Promise<DomainAdapter> {
  cpSync(fileURLToPath(new URL("../../src/reference/domain", import.meta.url)), folder, { recursive: true });
  const file = join(folder, "tool-execution-domain.ts");
  const text = readFileSync(file, "utf8");
  const planted = text.replace(
    /^ {2}#start\(.*\{$/m,
    (line) => `${line.replace("#start", "async #start")}\n    await null;`,
  );
  expect(planted).not.toBe(text);
  writeFileSync(file, planted);
  const module: typeof reference = await createJiti(import.meta.url).import(join(folder, "index.ts"));
  return {
    ...domain,
    capabilities: {},
    create: ({ runner, sink, surface }: DomainHost) => new module.ToolExecutionDomain({ runner, sink, surface }),
  };
}

function benchmarkOf(id: string): Benchmark {
  const found = benchmarks.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no benchmark ${id}`);
  return found;
}

test("an executor that needs timers is not counted, and is no error", async () => {
  expect(await outcomeOf(benchmarkOf("lane/submit-to-start"), bottleneck)).toEqual({
    state: "uncountable",
    why: "an operation takes more than reactions",
  });
});

/** The reference domain with another sink. */
function emitting(emit: (event: ToolDomainEvent, host: DomainHost) => void): DomainAdapter {
  return {
    ...domain,
    create: (host) => domain.create({ ...host, sink: { emit: (event) => emit(event, host) } }),
  };
}

const dispatch = benchmarkOf("domain/handle-to-outcome");

test("a sink that tells through a timer is not counted, and one that tells wrong things through it is an error", async () => {
  const late = emitting((event, { sink }) => void ownTimeout(() => sink.emit(event)));
  expect(await outcomeOf(dispatch, late)).toMatchObject({ state: "uncountable" });
  const wrong = emitting(
    (event, { sink }) => void ownTimeout(() => sink.emit({ ...event, kind: "tool.rejected" } as never)),
  );
  expect(await outcomeOf(dispatch, wrong)).toMatchObject({ state: "error" });
});

test("an executor that throws is an error, and one that lacks a capability is not applicable", async () => {
  const broken: DomainAdapter = { ...domain, create: () => Promise.reject(new Error("broken")) };
  expect(await outcomeOf(dispatch, broken)).toMatchObject({ state: "error", why: expect.stringContaining("broken") });
  expect(await outcomeOf(benchmarkOf("lane/cancel-waiter"), { ...lane, capabilities: {} })).toEqual({
    state: "not-applicable",
    why: "it does not declare cancelQueued",
  });
});

test.each<[what: string, adapter: DomainAdapter, message: string]>([
  ["is never created", { ...domain, create: () => new Promise(() => {}) }, "the executor was not set up within"],
  ["never tells an outcome", emitting(() => {}), "an operation did not end within"],
])("an executor that %s is waited for, and then does not do the work", async (_, adapter, message) => {
  await expect(countOperation(dispatch, adapter, 200)).rejects.toThrow(message);
});

test("promises, reactions, timers and listeners are counted, however they are made", async () => {
  const emitter = new EventEmitter();
  const { signal } = new AbortController();
  const counted = await new Promise((resolve) => {
    setImmediate(() => {
      resolve(
        count(() => {
          void Promise.resolve().then(() => {});
          clearTimeout(setTimeout(() => {}, 1000));
          clearTimeout(ownTimeout(() => {}, 1000));
          signal.addEventListener("abort", () => {});
          emitter.once("end", () => {});
          drainNow();
        }),
      );
    });
  });
  expect(counted).toEqual({ promises: 2, reactions: 1, timers: 2, listeners: 2 });
});

test("nothing of what was replaced for counting stays", () => {
  const { addEventListener } = EventTarget.prototype;
  const { on } = EventEmitter.prototype;
  expect(() => {
    count(() => {
      throw new Error("stop");
    });
  }).toThrow("stop");
  expect(EventTarget.prototype.addEventListener).toBe(addEventListener);
  expect(EventEmitter.prototype.on).toBe(on);
});
