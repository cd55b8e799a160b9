import { describe, expect, test } from "vitest";
import type { ExecutorBaseline } from "../contract/baseline.ts";
import type { AdapterResult, Counterexample, RuleResult, RuleVerdict } from "../contract/verdict.ts";
import { applyBaseline } from "./knownFailures.ts";

const TODAY = "2026-11-30";

const run = {
  scenario: { profile: "domain" as const, setup: {}, steps: [] },
  trace: { profile: "domain" as const, capabilities: [], settleMs: 1, setup: {}, records: [] },
  at: 0,
};
const deterministic: Counterexample = {
  ...run,
  found: run,
  foundBy: "corpus",
  steps: 0,
  message: "it broke",
  replay: "replay",
  traceHash: "0",
  deterministic: true,
};
const flaky = (failures: number): Counterexample => ({
  ...deterministic,
  deterministic: false,
  rate: { failures, runs: 20 },
});

function rule(id: string, verdict: RuleVerdict, change: Partial<RuleResult> = {}): RuleResult {
  const failed = verdict === "fail" ? { message: "it broke", counterexample: deterministic } : {};
  return { id, level: "MUST", verdict, exercised: 1, ...failed, ...change };
}

/** What a campaign says of these rules. */
function resultOf(rules: readonly RuleResult[], change: Partial<AdapterResult> = {}): AdapterResult {
  const failed = rules.filter(({ verdict }) => verdict === "fail");
  return {
    adapter: { name: "n", profile: "domain", capabilities: [] },
    verdict: failed.length > 0 ? "not conformant" : "conformant",
    seed: 1,
    runs: 1,
    schedules: { corpus: 0, exhaustive: 1, random: 0 },
    strategies: [],
    situations: [],
    notRun: 0,
    skippedSteps: { skipped: 0, total: 0 },
    lateRuns: 0,
    durationMs: 0,
    rules,
    ...change,
    reasons: [...failed.map(({ id, level }) => `${level} ${id}: it broke`), ...(change.reasons ?? [])],
  };
}

const entry = (id: string, change: { readonly expires?: string } = {}) => ({
  rule: id,
  reason: "is being mended",
  link: "https://example.org/1",
  ...change,
});
const knowing = (...failures: ExecutorBaseline["failures"]): ExecutorBaseline => ({ name: "n", failures, flaky: [] });
const flakyAtMost = (rateMax: number, change: { readonly expires?: string } = {}): ExecutorBaseline => ({
  name: "n",
  failures: [],
  flaky: [{ ...entry("t/a", change), rateMax }],
});

const verdicts = ({ rules }: AdapterResult): readonly RuleVerdict[] => rules.map(({ verdict }) => verdict);

describe("a known failure", () => {
  test("no longer counts, and the run is not called conformant", () => {
    const known = applyBaseline(resultOf([rule("t/a", "fail"), rule("t/b", "pass")]), knowing(entry("t/a")), TODAY);
    expect(verdicts(known)).toEqual(["known-failure", "pass"]);
    expect(known).toMatchObject({ verdict: "not conformant", besidesKnown: "conformant" });
    expect(known.rules[0]?.baseline).toEqual({ reason: "is being mended", link: "https://example.org/1" });
    expect(known.reasons).toEqual(["known failure, MUST t/a: it broke (is being mended; https://example.org/1)"]);
  });

  test("of a SHOULD is not called conformant either", () => {
    const warned = resultOf([rule("t/a", "fail", { level: "SHOULD" })], { verdict: "conformant" });
    expect(applyBaseline(warned, knowing(entry("t/a")), TODAY)).toMatchObject({
      verdict: "not conformant",
      besidesKnown: "conformant",
    });
  });

  test("excuses nothing else: another violation, an error, a gap", () => {
    const baseline = knowing(entry("t/a"));
    const besides = (result: AdapterResult): unknown => applyBaseline(result, baseline, TODAY).besidesKnown;
    const a = rule("t/a", "fail");
    const should = rule("t/b", "fail", { level: "SHOULD" });
    expect(besides(resultOf([a, rule("t/b", "fail")]))).toBe("not conformant");
    expect(besides(resultOf([a], { error: "create() threw", reasons: ["create() threw"] }))).toBe("error");
    expect(besides(resultOf([a], { reasons: ["t/b was never exercised"] }))).toBe("inconclusive");
    expect(besides(resultOf([a, should]))).toBe("conformant");
    expect(besides(resultOf([a, should], { strict: true }))).toBe("not conformant");
  });

  test("is known until the day on which its entry expires", () => {
    const on = (expires: string): AdapterResult =>
      applyBaseline(resultOf([rule("t/a", "fail")]), knowing(entry("t/a", { expires })), TODAY);
    expect(verdicts(on("2026-12-01"))).toEqual(["known-failure"]);
    for (const past of ["2026-11-30", "2025-12-31"]) {
      expect(on(past)).toMatchObject({
        verdict: "not conformant",
        reasons: [`MUST t/a: it broke (its baseline entry expired on ${past})`],
      });
      expect(on(past).besidesKnown).toBeUndefined();
    }
  });
});

describe("a flaky failure", () => {
  const failing = (counterexample: Counterexample): AdapterResult =>
    resultOf([rule("t/a", "fail", { counterexample })]);

  test("is known up to its rate, and no further", () => {
    expect(verdicts(applyBaseline(failing(flaky(2)), flakyAtMost(0.1), TODAY))).toEqual(["known-failure"]);
    const above = applyBaseline(failing(flaky(3)), flakyAtMost(0.1), TODAY);
    expect(verdicts(above)).toEqual(["fail"]);
    expect(above.reasons).toEqual([
      "MUST t/a: it broke (its baseline entry allows a rate of 0.1, and it failed in 3 of 20 runs)",
    ]);
  });

  test("that fails every time is another one", () => {
    for (const always of [deterministic, { ...deterministic, deterministic: false }, flaky(20)]) {
      const { rules, reasons } = applyBaseline(failing(always), flakyAtMost(0.9), TODAY);
      expect(rules[0]?.verdict).toBe("fail");
      expect(reasons[0]).toContain("is for one that does not fail every time, and this one does");
    }
  });

  test("expires like any other", () => {
    expect(applyBaseline(failing(flaky(1)), flakyAtMost(0.5, { expires: "2026-01-01" }), TODAY).reasons[0]).toContain(
      "expired on 2026-01-01",
    );
  });

  test("is not stale when it passes", () => {
    const passing = applyBaseline(resultOf([rule("t/a", "pass")]), flakyAtMost(0.1), TODAY);
    expect(passing).toMatchObject({ verdict: "conformant", reasons: [] });
    expect(passing.stale).toBeUndefined();
  });
});

describe("an entry", () => {
  test("is stale when its rule passes, also an expired one", () => {
    const expired = knowing(entry("t/a", { expires: "2020-01-01" }));
    const { verdict, stale, reasons } = applyBaseline(resultOf([rule("t/a", "pass")]), expired, TODAY);
    expect({ verdict, stale }).toEqual({ verdict: "conformant", stale: ["t/a"] });
    expect(reasons).toEqual([expect.stringContaining("t/a passes, and the baseline still lists it")]);
  });

  test.each(["not-exercised", "not-applicable", "inconclusive", "error"] as const)(
    "is left alone where its rule is %s",
    (verdict) => {
      expect(applyBaseline(resultOf([rule("t/a", verdict)]), knowing(entry("t/a")), TODAY).stale).toBeUndefined();
    },
  );

  test("is left alone where its rule was not selected, and where only a part was run", () => {
    expect(applyBaseline(resultOf([rule("t/b", "pass")]), knowing(entry("t/a")), TODAY).stale).toBeUndefined();
    const part = resultOf([rule("t/a", "pass")], { shard: { index: 1, count: 2, plan: "" } });
    expect(applyBaseline(part, knowing(entry("t/a")), TODAY).stale).toBeUndefined();
  });
});
