import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, test } from "vitest";
import { comparison } from "../../bench/report/fixtures/comparison.ts";
import { parseBaseline } from "../cli/baseline/baselineFile.ts";
import referenceDomain from "../../adapters/reference/domain.ts";
import { campaign } from "../explore/campaign.ts";
import { replay } from "../explore/replay.ts";
import { serialiseTrace } from "../trace/write.ts";
import { parseCounterexample, type StoredCounterexample } from "../explore/counterexampleFile.ts";
import { domainProfile } from "../profiles/index.ts";
import { everyVerdict, reportOf } from "../report/fixtures/everyVerdict.ts";
import { parseReport } from "../report/reportFile.ts";
import type { Rule } from "../contract/rule.ts";
import type { Report } from "../contract/verdict.ts";
import { recordedHeader as header } from "../trace/fixtures/header.ts";
import { publishedSchemas, writeSchemas } from "./schemas.ts";

/** A date is all that a schema of ours asks for beyond structure. */
const ajv = new Ajv2020({ strict: true, strictRequired: false, formats: { date: /^\d{4}-\d\d-\d\d$/ } });

function validatorOf(name: string): ValidateFunction {
  const found = publishedSchemas().find(({ file }) => file === `${name}.schema.json`);
  if (found === undefined) throw new Error(`no schema ${name}`);
  return ajv.getSchema(String(found.schema["$id"])) ?? ajv.compile(found.schema);
}

/** Whether a schema accepts a value; its complaints are in the failure. */
function accepts(name: string, value: unknown): boolean {
  return validatorOf(name)(JSON.parse(JSON.stringify(value)));
}

let real: Report;

beforeAll(async () => {
  const inert = {
    profile: "domain",
    name: "inert",
    create: () => ({ handle: () => {}, halt: async () => {}, rearm: () => {} }),
  } as const;
  const { result } = await campaign(inert, { seed: 1, runs: 20, scope: { subjects: 1, controls: 1, tightGaps: 0 } });
  real = reportOf(result);
});

test("every schema is sound JSON Schema, says what it is, and is written under its name", async () => {
  const folder = mkdtempSync(join(tmpdir(), "schemas-"));
  await writeSchemas(join(folder, "new"));
  expect(readdirSync(join(folder, "new")).toSorted()).toEqual([
    "baseline.schema.json",
    "bench-budget.schema.json",
    "bench.schema.json",
    "counterexample.schema.json",
    "report.schema.json",
    "scenario.schema.json",
    "trace.schema.json",
  ]);
  for (const { file, schema } of publishedSchemas()) {
    expect(ajv.validateSchema(schema)).toBe(true);
    expect(schema).toMatchObject({ $id: expect.stringMatching(/^urn:/), description: expect.any(String) });
    expect(JSON.parse(readFileSync(join(folder, "new", file), "utf8"))).toEqual(schema);
  }
  rmSync(folder, { recursive: true });
});

describe("of a report", () => {
  test("a real one with failures is valid, and so is one with every verdict", () => {
    expect(real.results[0]?.rules.some(({ counterexample }) => counterexample !== undefined)).toBe(true);
    expect(accepts("report", real), JSON.stringify(validatorOf("report").errors)).toBe(true);
    expect(accepts("report", reportOf(everyVerdict))).toBe(true);
  });

  const unproved = { id: "domain/one", level: "MUST", verdict: "pass", exercised: 0 };

  test.each<[string, object]>([
    ["no rule", { rules: [] }],
    ["an unknown verdict", { verdict: "passed" }],
    ["an unknown profile", { adapter: { name: "mine", profile: "x", capabilities: [] } }],
    ["no seed", { seed: undefined }],
    ["a pass that proved nothing", { rules: [unproved] }],
    ["a count below zero", { runs: -1 }],
  ])("one with %s is refused, as by the reader", (_what, bent) => {
    expectRefusal({ ...real, results: real.results.map((result) => ({ ...result, ...bent })) });
  });

  test("one of another version or without a result is refused, as by the reader", () => {
    expectRefusal({ ...real, schemaVersion: 2 });
    expectRefusal({ ...real, results: [] });
  });

  function expectRefusal(bent: object): void {
    expect(accepts("report", bent)).toBe(false);
    expect(() => parseReport(JSON.stringify(bent), "r.json")).toThrow("Expected a report in r.json");
  }

  test("one with fields of a later version is valid, as for the reader", () => {
    const later = { ...real, later: 1 };
    expect(accepts("report", later)).toBe(true);
    expect(parseReport(JSON.stringify(later), "r.json")).toEqual(later);
  });
});

describe("of a counterexample", () => {
  const stored: StoredCounterexample = {
    schemaVersion: 1,
    kit: { name: "executor-conformance", version: "0.1.0" },
    profile: "domain",
    adapter: { name: "mine", module: "../mine.ts" },
    rule: "domain/one",
    scenario: { profile: "domain", setup: {}, steps: [] },
    seed: 1,
    traceHash: "0123456789abcdef",
  };

  test("each one that a campaign finds is valid", async () => {
    const scenarios = real.results.flatMap(({ rules }) =>
      rules.flatMap(({ counterexample }) => counterexample?.scenario ?? []),
    );
    expect(scenarios.length).toBeGreaterThan(5);
    for (const scenario of scenarios) {
      expect(accepts("counterexample", { ...stored, scenario }), JSON.stringify(scenario)).toBe(true);
      await expect(parseCounterexample(JSON.stringify({ ...stored, scenario }), "c.json")).resolves.toBeDefined();
    }
  });

  test.each([
    ["a step that no profile has", { ...stored, scenario: { ...stored.scenario, steps: [{ op: "jump" }] } }],
    ["an unknown key", { ...stored, more: 1 }],
    ["no scenario", { ...stored, scenario: undefined }],
  ])("one with %s is refused, as by the reader", async (_what, bent) => {
    expect(accepts("counterexample", bent)).toBe(false);
    await expect(parseCounterexample(JSON.stringify(bent), "c.json")).rejects.toThrow("Expected a counterexample");
  });
});

describe("of a baseline", () => {
  const rules = domainProfile.rules as readonly Rule<never>[];
  const known = { rule: rules[0]?.id, reason: "an old bug", link: "https://example.org/1" };
  const baseline = (more: object): object => ({
    schemaVersion: 1,
    executors: [{ name: "mine", failures: [{ ...known, ...more }] }],
  });

  test.each([[{}], [{ expires: "2027-01-31" }]])("one with %j is valid, as for the reader", (more) => {
    expect(accepts("baseline", baseline(more))).toBe(true);
    expect(parseBaseline(JSON.stringify(baseline(more)), "b.json", rules).executors).toHaveLength(1);
  });

  test.each([[{ expire: "2027-01-31" }], [{ expires: "soon" }], [{ reason: "" }]])(
    "one with %j is refused, as by the reader",
    (bent) => {
      expect(accepts("baseline", baseline(bent))).toBe(false);
      expect(() => parseBaseline(JSON.stringify(baseline(bent)), "b.json", rules)).toThrow("in b.json");
    },
  );
});

describe("of a trace", () => {
  test("every line of a real one is valid", async () => {
    const { trace } = await replay(referenceDomain, {
      profile: "domain",
      setup: {},
      steps: [
        { op: "handle", command: "c1" },
        { op: "halt", halt: "h1" },
      ] as never,
    });
    const lines = serialiseTrace(trace).trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) expect(accepts("trace", JSON.parse(line)), line).toBe(true);
  });

  test.each<[string, object]>([
    ["a header of another version", { ...header, schemaVersion: 2 }],
    ["a record of an unknown type", { seq: 0, step: 0, at: 0, type: "dance" }],
    ["a record without its number", { step: 0, at: 0, type: "rearmed" }],
    ["a footer without a count", { type: "end" }],
  ])("%s is refused", (_what, line) => {
    expect(accepts("trace", header)).toBe(true);
    expect(accepts("trace", line)).toBe(false);
  });
});

describe("of benchmarks", () => {
  test("a comparison with everything that can be in one is valid", () => {
    expect(accepts("bench", comparison)).toBe(true);
  });

  test("one without benchmarks is not", () => {
    expect(accepts("bench", { ...comparison, benchmarks: [] })).toBe(false);
  });

  test("the committed budget is valid, and one with a count too many is not", () => {
    const counts = { promises: 1, reactions: 1, timers: 0, listeners: 0 };
    expect(accepts("bench-budget", JSON.parse(readFileSync("bench/budget.json", "utf8")))).toBe(true);
    expect(
      accepts("bench-budget", { schemaVersion: 1, operations: { mine: { "lane/x": { ...counts, ticks: 1 } } } }),
    ).toBe(false);
  });
});
