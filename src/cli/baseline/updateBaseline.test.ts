import { expect, test } from "vitest";
import type { AdapterResult, Counterexample, RuleResult } from "../../contract/verdict.ts";
import { updateBaseline } from "./updateBaseline.ts";

const TODAY = "2026-11-30";
const linkTo = (rule: string): string => `.conformance/${rule}.json`;
const NOTHING = { name: "n", failures: [], flaky: [] };

const rule = (id: string, verdict: RuleResult["verdict"], change: Partial<RuleResult> = {}): RuleResult => ({
  id,
  level: "MUST",
  verdict,
  exercised: 1,
  message: "it broke",
  ...change,
});

const resultOf = (rules: readonly RuleResult[], change: Partial<AdapterResult> = {}): AdapterResult =>
  ({ rules, ...change }) as AdapterResult;

const recorded = (id: string) => ({
  rule: id,
  reason: `recorded by --update-baseline on ${TODAY}: it broke`,
  link: linkTo(id),
});

const failingIn = (failures: number) => ({
  counterexample: { deterministic: false, rate: { failures, runs: 10 } } as Counterexample,
});

test("violations get an entry; what did not fail, and a warning, get none", () => {
  const rules = [rule("t/a", "fail"), rule("t/b", "fail", { level: "SHOULD" }), rule("t/c", "error")];
  expect(updateBaseline(NOTHING, resultOf(rules), TODAY, linkTo)).toEqual({
    baseline: { ...NOTHING, failures: [recorded("t/a")] },
    added: ["t/a"],
    removed: [],
    left: [],
  });
  const strict = updateBaseline(NOTHING, resultOf(rules, { strict: true }), TODAY, linkTo);
  expect(strict.added).toEqual(["t/a", "t/b"]);
});

test("what fails now and then is left to a person, and one that is listed stays as it is", () => {
  const result = resultOf([rule("t/a", "fail", failingIn(1)), rule("t/b", "fail", failingIn(9))]);
  const before = { ...NOTHING, flaky: [{ rule: "t/b", reason: "r", link: "l", rateMax: 0.2 }] };
  expect(updateBaseline(before, result, TODAY, linkTo)).toEqual({
    baseline: before,
    added: [],
    removed: [],
    left: ["t/a"],
  });
});

test("what fails every time gets an entry, also where it leaves another trace each time", () => {
  const { added } = updateBaseline(NOTHING, resultOf([rule("t/a", "fail", failingIn(10))]), TODAY, linkTo);
  expect(added).toEqual(["t/a"]);
});

test("a part of a campaign takes nothing out", () => {
  const before = { ...NOTHING, failures: [recorded("t/a")] };
  const passing = resultOf([rule("t/a", "pass")]);
  expect(updateBaseline(before, passing, TODAY, linkTo).removed).toEqual(["t/a"]);
  const part = { ...passing, shard: { index: 1, count: 2, plan: "" } };
  expect(updateBaseline(before, part, TODAY, linkTo).baseline).toEqual(before);
});
