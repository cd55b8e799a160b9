import { describe, expect, test } from "vitest";
import type { AdapterResult } from "../contract/verdict.ts";
import { campaign } from "../explore/campaign.ts";
import { createReport, serialiseReport } from "./report.ts";
import { parseReport } from "./reportFile.ts";

const kit = { name: "executor-conformance", version: "0.1.0" };

async function resultOfAnInertExecutor(): Promise<AdapterResult> {
  const inert = {
    profile: "domain",
    name: "inert",
    create: () => ({ handle: () => {}, halt: async () => {}, rearm: () => {} }),
  } as const;
  return (await campaign(inert, { seed: 1, runs: 20, scope: { subjects: 1, controls: 1, tightGaps: 0 } })).result;
}

test("a report that is written is read back as it was", async () => {
  const requirements = { id: "0.1", hash: "0123", rules: [] };
  const report = createReport(kit, requirements, [await resultOfAnInertExecutor()]);
  expect(report.results[0]?.rules.some(({ counterexample }) => counterexample !== undefined)).toBe(true);
  expect(parseReport(serialiseReport(report), "report.json")).toEqual(report);
});

describe("what is no report is refused, with the place", () => {
  const valid = {
    schemaVersion: 1,
    kit,
    requirementSet: { id: "0.1", hash: "0123" },
    results: [
      {
        adapter: { name: "mine", profile: "domain", capabilities: [] },
        verdict: "conformant",
        reasons: [],
        seed: 1,
        runs: 1,
        schedules: { corpus: 0, exhaustive: 0, random: 1 },
        strategies: [],
        situations: [],
        notRun: 0,
        skippedSteps: { skipped: 0, total: 1 },
        lateRuns: 0,
        durationMs: 1,
        rules: [{ id: "domain/one", level: "MUST", verdict: "pass", exercised: 1 }],
      },
    ],
  };
  const result = valid.results[0];

  test("the sound one is read", () => {
    expect(parseReport(JSON.stringify(valid), "r.json")).toEqual(valid);
  });

  test.each([
    ["cut short", "{", /Expected a report in r\.json, got text that is not JSON/],
    ["of another version", { ...valid, schemaVersion: 2 }, /at schemaVersion/],
    ["without results", { ...valid, results: [] }, /at results/],
    ["without rules", { ...valid, results: [{ ...result, rules: [] }] }, /at results\.0\.rules/],
    [
      "with a verdict nobody knows",
      { ...valid, results: [{ ...result, verdict: "passed" }] },
      /at results\.0\.verdict/,
    ],
    [
      "with a pass that proved nothing",
      { ...valid, results: [{ ...result, rules: [{ ...result?.rules[0], exercised: 0 }] }] },
      /never exercised cannot pass at results\.0\.rules\.0/,
    ],
  ])("%s", (_what, value, message) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    expect(() => parseReport(text, "r.json")).toThrow(message);
  });
});
