import { describe, expect, test } from "vitest";
import { requirementSets } from "../../properties/requirements/index.ts";
import { domainRules } from "../../properties/domain/index.ts";
import type { Rule } from "../contract/rule.ts";
import type { AdapterResult, Report } from "../contract/verdict.ts";
import { mergeReports, type NamedReport } from "./merge.ts";

const kit = { name: "executor-conformance", version: "0.1.0" };
const requirementSet = { id: requirementSets[0].id, hash: requirementSets[0].hash };

const [one, two] = domainRules as readonly Rule<never>[] as readonly [Rule<never>, Rule<never>];

function shard(index: number, count: number, change: Partial<AdapterResult> = {}): NamedReport {
  const result: AdapterResult = {
    adapter: { name: "mine", profile: "domain", capabilities: [] },
    verdict: "conformant",
    reasons: [],
    seed: 3,
    runs: 10,
    scope: { subjects: 1, controls: 1, tightGaps: 0, schedules: 4, complete: true },
    schedules: { corpus: 0, exhaustive: 4, random: 6 },
    strategies: [{ name: "uniform", runs: 6, found: [] }],
    situations: [{ id: "halt-idle", text: "a halt with nothing in flight", runs: index === 1 ? 0 : 2 }],
    determinism: { audited: 1, differing: 0 },
    shard: { index, count, plan: "the plan" },
    notRun: 0,
    skippedSteps: { skipped: 1, total: 20 },
    lateRuns: 0,
    durationMs: 5,
    rules: [
      { id: one.id, level: "MUST", verdict: "pass", exercised: 5 },
      index === 1
        ? { id: two.id, level: "MUST", verdict: "not-exercised", exercised: 0 }
        : { id: two.id, level: "MUST", verdict: "pass", exercised: 2 },
    ],
    ...change,
  };
  return { path: `${index}.json`, report: { schemaVersion: 1, kit, requirementSet, results: [result] } };
}

const merge = (...reports: readonly NamedReport[]): Report => mergeReports(reports, kit, domainRules, requirementSets);

test("the whole is the sum of its shards, whatever their order, and judged anew", () => {
  const merged = merge(shard(2, 2), shard(1, 2));
  expect(merged.results[0]).toMatchObject({
    verdict: "conformant",
    runs: 20,
    scope: { schedules: 8, complete: true },
    schedules: { corpus: 0, exhaustive: 8, random: 12 },
    strategies: [{ name: "uniform", runs: 12, found: [] }],
    situations: [{ id: "halt-idle", runs: 2 }],
    determinism: { audited: 2, differing: 0 },
    skippedSteps: { skipped: 2, total: 40 },
    rules: [{ exercised: 10 }, { verdict: "pass", exercised: 2 }],
  });
  expect(merged.results[0]?.shard).toBeUndefined();
});

test("of a rule that failed in several shards the shortest counterexample is kept", () => {
  const run = { scenario: { profile: "domain", setup: {}, steps: [] }, trace: emptyTrace(), at: 0 } as const;
  const failing = (index: number, steps: number): NamedReport =>
    shard(index, 2, {
      verdict: "not conformant",
      rules: [
        {
          id: one.id,
          level: "MUST",
          verdict: "fail",
          exercised: 1,
          message: `${steps} steps`,
          counterexample: {
            ...run,
            found: run,
            foundBy: "uniform",
            steps,
            message: `${steps} steps`,
            replay: "",
            traceHash: "",
            deterministic: true,
          },
        },
      ],
    });
  const [result] = merge(failing(1, 4), failing(2, 3)).results;
  expect(result).toMatchObject({ verdict: "not conformant", rules: [{ verdict: "fail", message: "3 steps" }] });
  expect(result?.strategies).toEqual([{ name: "uniform", runs: 12, found: [one.id] }]);
});

function emptyTrace() {
  return { profile: "domain", capabilities: [], settleMs: 1, setup: {}, records: [] } as const;
}

describe("is refused, with the file and what does not fit:", () => {
  const other = (change: Partial<Report>): NamedReport => {
    const { path, report } = shard(2, 2);
    return { path, report: { ...report, ...change } };
  };
  test.each<[string, readonly NamedReport[], RegExp]>([
    ["no report", [], /Expected reports to merge, got none/],
    ["a missing shard", [shard(1, 3), shard(3, 3)], /Expected 3 shards, got none with the number 2/],
    ["the same shard twice", [shard(1, 2), shard(1, 2)], /are the same shard 1/],
    [
      "another number of shards",
      [shard(1, 2), shard(2, 3)],
      /same number of shards in 2\.json as in 1\.json, 2, got 3/,
    ],
    ["another seed", [shard(1, 2), shard(2, 2, { seed: 4 })], /same seed in 2\.json as in 1\.json, 3, got 4/],
    [
      "another plan",
      [shard(1, 2), shard(2, 2, { shard: { index: 2, count: 2, plan: "another" } })],
      /same plan in 2\.json/,
    ],
    [
      "other capabilities",
      [shard(1, 2), shard(2, 2, { adapter: { name: "mine", profile: "domain", capabilities: ["turns"] } })],
      /same adapter in 2\.json/,
    ],
    [
      "another executor",
      [shard(1, 2), shard(2, 2, { adapter: { name: "yours", profile: "domain", capabilities: [] } })],
      /same list of executors in 2\.json as in 1\.json, mine, got yours/,
    ],
    ["a whole campaign", [whole()], /1\.json is the report of a whole campaign/],
    ["a baseline", [shard(1, 1, { besidesKnown: "conformant" })], /1\.json was judged with a baseline/],
    ["another kit", [shard(1, 2), other({ kit: { ...kit, version: "9.0.0" } })], /same kit in 2\.json/],
    [
      "another requirement set",
      [shard(1, 2), other({ requirementSet: { id: "9", hash: "x" } })],
      /same requirement set in 2\.json/,
    ],
  ])("%s", (_what, reports, message) => {
    expect(() => merge(...reports)).toThrow(message);
  });

  test("reports of another version of the kit, all alike", () => {
    const version = { name: kit.name, version: "9.0.0" };
    expect(() => mergeReports([shard(1, 1)], version, domainRules, requirementSets)).toThrow(
      /1\.json was written by executor-conformance 0\.1\.0, and this is executor-conformance 9\.0\.0/,
    );
  });
});

function whole(): NamedReport {
  const { path, report } = shard(1, 1);
  const [result] = report.results;
  const rest = Object.fromEntries(Object.entries(result ?? {}).filter(([field]) => field !== "shard"));
  return { path, report: { ...report, results: [rest as unknown as AdapterResult] } };
}
