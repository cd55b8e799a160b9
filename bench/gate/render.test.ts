import { expect, test } from "vitest";
import type { Conclusion, GateVerdict } from "../statistics/decision.ts";
import { renderGate } from "./render.ts";
import type { GateEntry, GateOutcome, GateResult } from "./result.ts";

const estimate = (median: number, spread: number): Conclusion["head"] => ({
  median: Math.log(median),
  lower: Math.log(median - spread),
  upper: Math.log(median + spread),
});

const judged = (verdict: GateVerdict, slowdown: number, control = 1, unconfirmed = false): GateOutcome => ({
  kind: "judged",
  verdict,
  head: estimate(slowdown, 0.01),
  control: estimate(control, 0.01),
  unconfirmed,
  processes: 20,
  baseNs: 100,
  headNs: 100 * slowdown,
});

const entry = (outcome: GateOutcome, adapter = "mine"): GateEntry => ({
  adapter,
  benchmark: "domain/rearm",
  size: 100,
  limit: 0.05,
  outcome,
});

const render = (...entries: readonly GateEntry[]): string => {
  const result: GateResult = {
    schemaVersion: 1,
    kit: { name: "kit", version: "1.0.0" },
    base: "old.js",
    head: "new.js",
    seed: 1,
    entries,
    notCompared: [],
  };
  return renderGate(result, { width: 200 }).join("\n");
};

test("each verdict has a line, and what did not pass a sentence", () => {
  expect(
    render(
      entry(judged("not regressed", 1)),
      entry(judged("regressed", 1.2)),
      entry(judged("inconclusive", 1.05)),
      entry(judged("untrusted", 1, 1.04)),
      entry(judged("not regressed", 1, 1, true)),
      entry({ kind: "error", message: "head (mine of new.js): an operation ended twice\u001b[2J" }),
    ),
  ).toMatchInlineSnapshot(`
    "benchmark     size  head/base  95 % interval   processes  verdict
    domain/rearm  100   1.000      0.990 to 1.010  20         not regressed
    domain/rearm  100   1.200      1.190 to 1.210  20         regressed
    domain/rearm  100   1.050      1.040 to 1.060  20         inconclusive
    domain/rearm  100   1.000      0.990 to 1.010  20         untrusted
    domain/rearm  100   1.000      0.990 to 1.010  20         not regressed
    domain/rearm  100                                         error

    domain/rearm at 100: two sets of processes each show a slowdown of more than 5 %.

    domain/rearm at 100: too noisy to say whether head is more than 5 % slower; run it on a quieter machine.

    domain/rearm at 100: base measured against itself is 1.030 to 1.050 times as slow, so nothing that was measured beside it counts; run it again.

    domain/rearm at 100: a first set of processes showed a slowdown, and a second one did not.

    domain/rearm at 100: head (mine of new.js): an operation ended twice\\u{1b}[2J

    6 comparisons: 1 regressed, 1 error, 1 untrusted, 1 inconclusive, 2 not regressed"
  `);
});

test("adapters are named where there are several, as something that somebody else chose", () => {
  const text = render(entry(judged("not regressed", 1)), entry(judged("not regressed", 1), "yours\u001b[2J"));
  expect(text).toContain("domain/rearm (mine)");
  expect(text).toContain("domain/rearm (yours\\u{1b}[2J)");
});

test("what is not compared is told, and why", () => {
  const lines = renderGate({
    schemaVersion: 1,
    kit: { name: "kit", version: "1.0.0" },
    base: "old.js",
    head: "new.js",
    seed: 1,
    entries: [entry(judged("not regressed", 1))],
    notCompared: [{ adapter: "mine", benchmark: "lane/cancel-waiter", why: "head does not declare cancelQueued" }],
  });
  expect(lines.slice(-2)).toEqual([
    "Not compared: lane/cancel-waiter, head does not declare cancelQueued.",
    "1 comparison: 1 not regressed",
  ]);
});

test("colours are put on verdicts only", () => {
  const result = {
    schemaVersion: 1,
    kit: { name: "", version: "" },
    base: "",
    head: "",
    seed: 1,
    notCompared: [],
  } as const;
  const lines = renderGate(
    { ...result, entries: [entry(judged("regressed", 1.2))] },
    { paint: (style, text) => `<${style.toString()}>${text}</>` },
  );
  expect(lines[1]).toMatch(/^domain.*<red>regressed<\/>$/);
});
