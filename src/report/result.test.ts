import { describe, expect, test } from "vitest";
import type { AdapterResult, Counterexample, RuleResult } from "../contract/verdict.ts";
import { arrow, arrowProfile, begins, shownRun } from "./fixtures/arrows.ts";
import { renderOverview, renderResult } from "./result.ts";
import { countVerdicts, renderRuleTable } from "./ruleTable.ts";
import { describeSearch } from "./scope.ts";

const rules: readonly RuleResult[] = [
  { id: "domain/one", level: "MUST", verdict: "pass", exercised: 57_836 },
  { id: "domain/two-with-a-longer-name", level: "SHOULD", verdict: "not-applicable", exercised: 0 },
];

const conformant: AdapterResult = {
  adapter: { name: "mine", version: "1.2.3", profile: "domain", capabilities: [] },
  verdict: "conformant",
  reasons: [],
  seed: 7,
  runs: 57_936,
  scope: { subjects: 2, controls: 2, tightGaps: 1, schedules: 57_836, complete: true },
  schedules: { corpus: 0, exhaustive: 57_836, random: 100 },
  strategies: [],
  situations: [],
  notRun: 0,
  skippedSteps: { skipped: 10, total: 1000 },
  lateRuns: 0,
  durationMs: 12,
  rules,
};

const text = (result: AdapterResult, compact = false): string =>
  `\n${renderResult(result, arrowProfile, { compact }).join("\n")}\n`;

describe("a result", () => {
  test("says verdict and scope first and last, and lists the rules between", () => {
    expect(text(conformant)).toMatchInlineSnapshot(`
      "
      conformant: mine 1.2.3 (domain, 1 of 2 rules apply)
        every scenario up to 2 commands, 2 halts and rearms and 1 tight gap, 57,836
        interleavings; 100 random runs, seed 7

        verdict        level  rule                            exercised
      ✓ pass           MUST   domain/one                         57,836
      - not applicable SHOULD domain/two-with-a-longer-name           0

      2 rules: 1 pass, 1 not applicable
      conformant: mine 1.2.3 (domain, 1 of 2 rules apply)
        every scenario up to 2 commands, 2 halts and rearms and 1 tight gap, 57,836
        interleavings; 100 random runs, seed 7
      "
    `);
  });

  test("that is conformant among others is short", () => {
    expect(text({ ...conformant, schedules: { ...conformant.schedules, corpus: 1 } }, true)).toMatchInlineSnapshot(`
      "
      conformant: mine 1.2.3 (domain, 1 of 2 rules apply)
        every scenario up to 2 commands, 2 halts and rearms and 1 tight gap, 57,836
        interleavings; 100 random runs, seed 7; 1 stored scenario before them
        2 rules: 1 pass, 1 not applicable
      "
    `);
  });

  test("that has a picture says once how to read it", () => {
    const found = shownRun([{ op: "handle c1" }], [begins(0), arrow("host", "executor", "handle c1")], 1);
    const counterexample: Counterexample = {
      ...found,
      found,
      foundBy: "uniform",
      steps: 1,
      message: "it broke",
      replay: "replay it",
      traceHash: "0",
      deterministic: true,
    };
    const failed: RuleResult = { id: "domain/one", level: "MUST", verdict: "fail", exercised: 3, counterexample };
    const shown = text({ ...conformant, verdict: "not conformant", rules: [failed, { ...failed, id: "domain/two" }] });
    expect(shown.split("In the pictures time runs downwards")).toHaveLength(2);
    expect(shown.match(/✗ .* handle c1$/gm)).toHaveLength(2);
    expect(text(conformant)).not.toContain("In the pictures");
  });

  test("that is inconclusive says why, and a large share of skipped steps is a warning", () => {
    const never: RuleResult = { id: "domain/three", level: "MUST", verdict: "not-exercised", exercised: 0 };
    const inconclusive: AdapterResult = {
      ...conformant,
      verdict: "inconclusive",
      rules: [...rules, never],
      reasons: ["domain/three was never exercised: raise --runs", "in 3 runs the executor acted late"],
      skippedSteps: { skipped: 210, total: 1000 },
    };
    expect(text(inconclusive)).toMatchInlineSnapshot(`
      "
      inconclusive: mine 1.2.3 (domain, 2 of 3 rules apply)
        every scenario up to 2 commands, 2 halts and rearms and 1 tight gap, 57,836
        interleavings; 100 random runs, seed 7
        ! in 3 runs the executor acted late
        ! 1 rule never exercised, marked ? below: raise --runs, or do not declare what
          it takes
        ! 21 % of the steps were skipped: they were not enabled when their turn came,
          so less was tried than it seems

        verdict        level  rule                            exercised
      ✓ pass           MUST   domain/one                         57,836
      - not applicable SHOULD domain/two-with-a-longer-name           0
      ? not exercised  MUST   domain/three                            0

      3 rules: 1 pass, 1 not exercised, 1 not applicable
      inconclusive: mine 1.2.3 (domain, 2 of 3 rules apply)
        every scenario up to 2 commands, 2 halts and rearms and 1 tight gap, 57,836
        interleavings; 100 random runs, seed 7
      "
    `);
  });

  test("that is conformant with a violated SHOULD says so", () => {
    const warned: AdapterResult = {
      ...conformant,
      rules: [{ id: "domain/two", level: "SHOULD", verdict: "fail", exercised: 3 }],
      reasons: ["SHOULD domain/two: seen"],
    };
    expect(text(warned)).toContain("conformant, with 1 warning: mine 1.2.3 (domain)");
  });
});

test.each([
  [
    { subjects: 1, controls: 1, tightGaps: 0 },
    "every scenario up to 1 command, 1 of halts and rearms and 0 tight gaps",
  ],
  [{ subjects: 3, controls: 2, tightGaps: 2 }, "every scenario up to 3 commands, 2 halts and rearms and 2 tight gaps"],
])("the scope %j reads as a sentence", (size, sentence) => {
  const scope = { ...size, schedules: 9, complete: true };
  const [first] = describeSearch({ ...conformant, scope }, arrowProfile.scopeNames);
  expect(first).toBe(`${sentence}, 9 interleavings`);
});

test("a scope that was not searched to its end does not claim every scenario", () => {
  const scope = { subjects: 2, controls: 2, tightGaps: 1, schedules: 9, complete: false };
  expect(describeSearch({ ...conformant, scope }, arrowProfile.scopeNames)[0]).toMatch(/^not all scenarios up to/);
  const { schedules, seed } = conformant;
  expect(describeSearch({ schedules, seed }, arrowProfile.scopeNames)[0]).toBe(
    "57,836 interleavings of the small scope",
  );
});

test("every verdict has its mark, and only a pass is green", () => {
  const verdicts = [
    "pass",
    "fail",
    "not-applicable",
    "not-exercised",
    "inconclusive",
    "known-failure",
    "error",
  ] as const;
  const all = verdicts.map((verdict): RuleResult => ({ id: `a/${verdict}`, level: "MUST", verdict, exercised: 1 }));
  const marks = renderRuleTable(all)
    .slice(1)
    .map((line) => line[0]);
  expect(marks).toEqual(["✓", "✗", "-", "?", "?", "!", "✗"]);
  const green = renderRuleTable(all, { paint: (style, painted) => (style === "green" ? `<${painted}>` : painted) });
  expect(green.filter((line) => line.startsWith("<"))).toHaveLength(1);
  expect(countVerdicts(all)).toBe(
    "7 rules: 1 pass, 1 fail, 1 error, 1 known failure, 1 not exercised, 1 inconclusive, 1 not applicable",
  );
});

test("the overview has a line for each adapter, cut to the width", () => {
  const broken = Array.from({ length: 9 }, (_, index): RuleResult => {
    return { id: `domain/rule-${index}`, level: "MUST", verdict: "fail", exercised: 1 };
  });
  const failing: AdapterResult = { ...conformant, verdict: "not conformant", rules: broken };
  expect(renderOverview([conformant, failing])).toEqual([
    "conformant      mine",
    "not conformant  mine: domain/rule-0, domain/rule-1, domain/rule-2, domain/rule-…",
    "2 adapters: 1 conformant, 1 not conformant",
  ]);
});
