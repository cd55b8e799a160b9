import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { EventEmitter } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as ownTimeout } from "node:timers";
import { fileURLToPath } from "node:url";
import type { CheckableAdapter, DomainAdapter, DomainHost } from "executor-conformance";
import { createJiti } from "jiti";
import { expect, test } from "vitest";
import bottleneck from "../../adapters/bottleneck/lane.ts";
import domain from "../../adapters/reference/domain.ts";
import job from "../../adapters/reference/job.ts";
import lane from "../../adapters/reference/lane.ts";
import type * as reference from "../../src/reference/domain/index.ts";
import { drainNow } from "../../src/run/drain.ts";
import { benchmarks } from "../suites/index.ts";
import { differences, EMPTY_BUDGET, withCounts, type Budget, type Counted } from "./budget.ts";
import { parseBudget } from "./budgetFile.ts";
import { countOperation } from "./countOperation.ts";
import { count } from "./hooks.ts";

const path = fileURLToPath(new URL("../budget.json", import.meta.url));
const budget = parseBudget(readFileSync(path, "utf8"), path);

async function countAll(adapter: CheckableAdapter): Promise<readonly Counted[]> {
  const counted: Counted[] = [];
  for (const benchmark of benchmarks.filter(({ profile }) => profile === adapter.profile)) {
    counted.push({
      adapter: adapter.name,
      benchmark: benchmark.id,
      counts: await countOperation(benchmark, adapter),
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
  expect(first.flatMap(({ counts }) => Object.values(counts)).filter((value) => !Number.isInteger(value))).toEqual([]);
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
    create: ({ runner, sink, surface }: DomainHost) => new module.ToolExecutionDomain({ runner, sink, surface }),
  };
}

test("an executor that needs timers is not counted", async () => {
  const submit = benchmarks.find(({ id }) => id === "lane/submit-to-start");
  if (submit === undefined) throw new Error("no benchmark");
  await expect(countOperation(submit, bottleneck)).rejects.toThrow("an operation takes more than reactions");
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

const one: Counted = {
  adapter: "mine",
  benchmark: "lane/submit-to-start",
  counts: { promises: 2, reactions: 1, timers: 0, listeners: 0 },
};
const budgetOfOne = withCounts(EMPTY_BUDGET, [one]);

test("a budget is met by equal counts only", () => {
  expect(differences([one], budgetOfOne)).toEqual([]);
  expect(differences([{ ...one, counts: { ...one.counts, promises: 3 } }], budgetOfOne)).toEqual([
    "lane/submit-to-start of mine makes 3 promises, more than its budget of 2",
  ]);
  expect(differences([{ ...one, counts: { ...one.counts, reactions: 0 } }], budgetOfOne)).toEqual([
    "lane/submit-to-start of mine makes 0 reactions, fewer than its budget of 1: lower it with --update-budget",
  ]);
  expect(differences([one], EMPTY_BUDGET)).toEqual([
    "lane/submit-to-start of mine has no budget: add it with --update-budget",
  ]);
});

test("new counts take the place of old ones, and leave the others", () => {
  const other: Counted = { ...one, adapter: "other" };
  const both = withCounts(budgetOfOne, [other]);
  expect(Object.keys(both.operations)).toEqual(["mine", "other"]);
  expect(withCounts(both, [{ ...one, counts: other.counts }])).toEqual(both);
});

test("a stored budget is read as it was written, and nothing else is", () => {
  expect(parseBudget(JSON.stringify(budgetOfOne), "budget.json")).toEqual(budgetOfOne satisfies Budget);
  expect(() => parseBudget('{"schemaVersion":1,"operations":{"a":{"b":{"promises":1}}}}', "budget.json")).toThrow(
    "Expected a budget of benchmarks in budget.json",
  );
});
