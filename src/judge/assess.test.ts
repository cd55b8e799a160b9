import { describe, expect, test } from "vitest";
import { defineRule, type Level } from "../contract/rule.ts";
import type { BrokenRun, Counterexample } from "../contract/verdict.ts";
import type { RequirementSet } from "../contract/requirements.ts";
import { assess, type Evidence } from "./assess.ts";
import { atLevelsOf } from "./requirements.ts";

const rule = (id: string, level: Level = "MUST", capabilities?: readonly string[]) =>
  defineRule({
    id,
    profile: "domain",
    level,
    ...(capabilities === undefined ? {} : { capabilities }),
    sentence: "A sentence.",
    checks: "A check.",
    lookAt: "A place.",
    check: () => {},
  });

const brokenRun: BrokenRun = {
  scenario: { profile: "domain", setup: {}, steps: [] },
  trace: { profile: "domain", capabilities: [], settleMs: 1, setup: {}, records: [] },
  at: 0,
};

const counterexample: Counterexample = {
  ...brokenRun,
  found: brokenRun,
  foundBy: "exhaustive",
  steps: 0,
  message: "it broke",
  replay: "replay it",
  traceHash: "0",
  deterministic: true,
};

const must = rule("t/must");
const should = rule("t/should", "SHOULD");
const optional = rule("t/optional", "MUST", ["extra"]);

const all: Evidence = {
  rules: [must, should, optional],
  declared: ["extra"],
  exercised: new Map([must, should, optional].map(({ id }) => [id, 3])),
  counterexamples: new Map(),
  situations: [{ id: "halt-idle", text: "a halt with nothing in flight", runs: 3 }],
  error: undefined,
  cutShort: false,
  runs: 10,
  notRun: 0,
  lateRuns: 0,
  strict: false,
};

const verdicts = (evidence: Evidence): Record<string, string> =>
  Object.fromEntries(assess(evidence).rules.map(({ id, verdict }) => [id, verdict]));

describe("a run", () => {
  test("is conformant when every applicable rule was exercised and none was broken", () => {
    expect(assess(all)).toMatchObject({ verdict: "conformant", reasons: [] });
    expect(assess({ ...all, declared: [] }).verdict).toBe("conformant");
  });

  test("is not conformant when a MUST is broken, also when the kit broke later", () => {
    const broken = { ...all, counterexamples: new Map([["t/must", counterexample]]) };
    expect(assess(broken)).toMatchObject({ verdict: "not conformant", reasons: ["MUST t/must: it broke"] });
    expect(assess({ ...broken, error: "create() threw" }).verdict).toBe("not conformant");
  });

  test("is conformant with a warning when a SHOULD is broken, and not with strict", () => {
    const warned = { ...all, counterexamples: new Map([["t/should", counterexample]]) };
    expect(assess(warned)).toMatchObject({ verdict: "conformant", reasons: ["SHOULD t/should: it broke"] });
    expect(assess({ ...warned, strict: true }).verdict).toBe("not conformant");
  });

  test.each([
    ["nothing was run", { runs: 0 }],
    [
      "a declared capability was never exercised",
      {
        exercised: new Map([
          ["t/must", 1],
          ["t/should", 1],
        ]),
      },
    ],
    ["no rule applies", { rules: [optional], declared: [] }],
    [
      "a situation never occurred",
      { situations: [{ id: "halt-idle", text: "a halt with nothing in flight", runs: 0 }] },
    ],
    ["the executor acted after the end of runs", { lateRuns: 2 }],
    ["no rule is selected", { rules: [] }],
  ] satisfies [string, Partial<Evidence>][])("is inconclusive when %s", (_, change) => {
    const { verdict, reasons } = assess({ ...all, ...change });
    expect(verdict).toBe("inconclusive");
    expect(reasons.length).toBeGreaterThan(0);
  });

  test("names a situation that never occurred, and what to do", () => {
    const situations = [{ id: "halt-idle", text: "a halt with nothing in flight", runs: 0 }];
    expect(assess({ ...all, situations }).reasons).toEqual([
      'the situation "a halt with nothing in flight" never occurred: raise --runs',
    ]);
    expect(assess({ ...all, situations, cutShort: true }).reasons).toEqual([
      'the situation "a halt with nothing in flight" had not occurred when the budget ended',
    ]);
  });

  test("is an error when the adapter broke", () => {
    expect(assess({ ...all, error: "create() threw" })).toMatchObject({
      verdict: "error",
      reasons: ["create() threw"],
      error: "create() threw",
    });
  });
});

describe("under an older requirement set", () => {
  const older = { id: "0.0", hash: "0", rules: [["t/should", "MUST", "0"]] } satisfies RequirementSet;
  const under = (change: Partial<Evidence>): ReturnType<typeof assess> => {
    const evidence = { ...all, ...change, requirements: older };
    return assess({ ...evidence, rules: atLevelsOf(older, evidence.rules) });
  };

  test("a rule that came later runs and is reported, and changes nothing", () => {
    const broken = under({ counterexamples: new Map([["t/must", counterexample]]) });
    expect(broken).toMatchObject({
      verdict: "conformant",
      reasons: ["MUST t/must: it broke (not in the requirement set)"],
    });
    expect(broken.rules.map(({ id, verdict, notRequired }) => [id, verdict, notRequired])).toEqual([
      ["t/must", "fail", true],
      ["t/should", "pass", undefined],
      ["t/optional", "pass", true],
    ]);
    expect(under({ exercised: new Map([["t/should", 1]]) })).toMatchObject({ verdict: "conformant", reasons: [] });
    expect(under({ counterexamples: new Map([["t/must", counterexample]]), strict: true }).verdict).toBe("conformant");
  });

  test("a rule has the level that it has there", () => {
    const broken = under({ counterexamples: new Map([["t/should", counterexample]]) });
    expect(broken).toMatchObject({ verdict: "not conformant", reasons: ["MUST t/should: it broke"] });
  });

  test("nothing is concluded from later rules alone", () => {
    expect(under({ rules: [must] })).toMatchObject({
      verdict: "inconclusive",
      reasons: ["no selected rule is in the requirement set"],
    });
  });
});

describe("a rule", () => {
  test("is not applicable without its capability, whatever else happened", () => {
    expect(verdicts({ ...all, declared: [], error: "broken" })["t/optional"]).toBe("not-applicable");
  });

  test("never exercised is not a pass; inconclusive when a budget ended the run", () => {
    expect(verdicts({ ...all, exercised: new Map() })["t/must"]).toBe("not-exercised");
    expect(verdicts({ ...all, exercised: new Map(), cutShort: true })["t/must"]).toBe("inconclusive");
  });

  test("that failed before the adapter broke stays failed, the others are errors", () => {
    const evidence = { ...all, error: "broken", counterexamples: new Map([["t/must", counterexample]]) };
    expect(verdicts(evidence)).toEqual({ "t/must": "fail", "t/should": "error", "t/optional": "error" });
  });
});
