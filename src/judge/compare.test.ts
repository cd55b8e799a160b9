import { describe, expect, test } from "vitest";
import type { AdapterResult, RuleResult, RuleVerdict, Verdict } from "../contract/verdict.ts";
import { conformant, everyVerdict, reportOf } from "../report/fixtures/everyVerdict.ts";
import { compareReports, type Comparison } from "./compare.ts";

const sound = conformant("mine");

/** Every change as one line. */
function lines({ changes }: Comparison): readonly string[] {
  return changes.map(({ kind, adapter, rule, text }) => [kind, adapter?.name, rule, text].filter(Boolean).join(" | "));
}

function withRule(verdict: RuleVerdict, more: Partial<RuleResult> = {}): AdapterResult {
  return { ...sound, rules: [{ id: "domain/green", level: "MUST", verdict, exercised: 1, ...more }] };
}

const compare = (before: AdapterResult, after: AdapterResult): Comparison =>
  compareReports(reportOf(before), reportOf(after));

test("the same report has not changed, however red it is, and times do not matter", () => {
  expect(compare(everyVerdict, { ...everyVerdict, durationMs: 1 })).toEqual({ changes: [], isWorse: false });
});

describe("a rule", () => {
  test.each<[RuleVerdict, RuleVerdict, "worse" | "better" | "other"]>([
    ["pass", "fail", "worse"],
    ["pass", "not-applicable", "worse"],
    ["pass", "not-exercised", "worse"],
    ["pass", "inconclusive", "worse"],
    ["pass", "known-failure", "worse"],
    ["not-applicable", "fail", "worse"],
    ["known-failure", "fail", "worse"],
    ["fail", "error", "worse"],
    ["fail", "pass", "better"],
    ["known-failure", "pass", "better"],
    ["not-exercised", "pass", "better"],
    ["fail", "not-exercised", "other"],
    ["fail", "not-applicable", "other"],
    ["fail", "known-failure", "other"],
    ["not-exercised", "inconclusive", "other"],
  ])("from %s to %s is %s", (before, after, kind) => {
    const { changes, isWorse } = compare(withRule(before), withRule(after));
    expect(changes).toMatchObject([{ kind, rule: "domain/green", text: `${before} -> ${after}` }]);
    expect(isWorse).toBe(kind === "worse");
  });

  test("that is new is worse only if it fails, and one that vanished is worse", () => {
    const [one, two] = [withRule("pass"), withRule("pass", { id: "domain/new" })];
    const both = { ...one, rules: [...one.rules, ...two.rules] };
    expect(lines(compare(one, both))).toEqual(["other | mine | domain/new | judged for the first time: pass"]);
    expect(lines(compare(both, one))).toEqual(["worse | mine | domain/new | no longer judged; it was pass"]);
    const failing = { ...one, rules: [...one.rules, ...withRule("fail", { id: "domain/new", message: "late" }).rules] };
    expect(lines(compare(one, failing))).toEqual(["worse | mine | domain/new | judged for the first time: fail: late"]);
    const notRequired = { ...failing, rules: failing.rules.map((rule) => ({ ...rule, notRequired: true as const })) };
    expect(compare(one, notRequired).isWorse).toBe(false);
  });

  test("that still fails shows what became of its counterexample", () => {
    const must = everyVerdict.rules[1];
    if (must?.counterexample === undefined) throw new Error("no counterexample");
    const smaller = { ...must, counterexample: { ...must.counterexample, steps: 1, deterministic: false } };
    const [before, after] = [
      { ...everyVerdict, rules: [must] },
      { ...everyVerdict, rules: [smaller] },
    ];
    expect(lines(compare(before, after))).toEqual([
      "other | mine | domain/must | counterexample, in steps: 2 -> 1",
      "other | mine | domain/must | fails: every time -> not every time",
    ]);
  });
});

test.each<[Verdict, Verdict, "worse" | "better" | "other"]>([
  ["conformant", "not conformant", "worse"],
  ["conformant", "inconclusive", "worse"],
  ["inconclusive", "error", "worse"],
  ["not conformant", "error", "worse"],
  ["error", "not conformant", "worse"],
  ["not conformant", "inconclusive", "other"],
  ["not conformant", "conformant", "better"],
])("a verdict from %s to %s is %s", (before, after, kind) => {
  expect(compare({ ...sound, verdict: before }, { ...sound, verdict: after }).changes).toMatchObject([
    { kind, text: `${before} -> ${after}` },
  ]);
});

describe("an executor", () => {
  const other = conformant("other");

  test("that vanished is worse, one that is new is named and is worse if it is red", () => {
    expect(lines(compareReports(reportOf(sound, other), reportOf(sound)))).toEqual([
      "worse | other | no longer checked; it was conformant",
    ]);
    expect(lines(compareReports(reportOf(sound), reportOf(sound, other)))).toEqual([
      "other | other | checked for the first time: conformant",
    ]);
    const red = { ...other, verdict: "not conformant" } as const;
    expect(compareReports(reportOf(sound), reportOf(sound, red)).isWorse).toBe(true);
  });

  test("is the same by its profile too", () => {
    const job = { ...other, adapter: { ...other.adapter, profile: "job" } } as const;
    expect(lines(compareReports(reportOf(sound, other), reportOf(sound, job)))).toEqual([
      "other | other | checked for the first time: conformant",
      "worse | other | no longer checked; it was conformant",
    ]);
  });

  test("that stands alone in both is compared under another name", () => {
    expect(lines(compare(sound, { ...other, verdict: "error" }))).toEqual([
      "worse | other | conformant -> error",
      "other | other | name: mine -> other",
    ]);
    const job = { ...other, adapter: { ...other.adapter, profile: "job" } } as const;
    expect(compare(sound, job).isWorse).toBe(true);
  });
});

test("what was asked and how hard is named where it differs", () => {
  const before = reportOf(sound);
  const { scope, ...unscoped } = sound;
  expect(scope?.complete).toBe(true);
  const after = {
    ...reportOf({
      ...unscoped,
      strict: true,
      shard: { index: 1, count: 3, plan: "0123" },
      seed: 8,
      runs: 5,
      adapter: { ...sound.adapter, capabilities: [] },
    }),
    requirementSet: { id: "0.2", hash: "fedcba9876543210" },
  };
  expect(lines(compareReports(before, after))).toEqual([
    "other | requirement set: 0.1 (0123456789abcdef) -> 0.2 (fedcba9876543210)",
    "other | mine | capabilities: turns -> none",
    "other | mine | seed: 7 -> 8",
    "other | mine | runs: 101 -> 5",
    "other | mine | small scope: 1x1/0 -> none",
    "other | mine | shard: none -> 1/3",
    "other | mine | strict: false -> true",
  ]);
});
