import { expect, test } from "vitest";
import { defineRule } from "../contract/rule.ts";
import { renderFailure, type ShownFailure } from "./failure.ts";
import { arrow, arrowProfile, begins, quiet, shownRun } from "./fixtures/arrows.ts";
import { coloured } from "./paint.ts";
import { displayWidth } from "./text.ts";

const rule = defineRule<never>({
  id: "acme/silent-after-halt",
  profile: "domain",
  level: "MUST",
  sentence: "After a halt nothing is emitted for what was admitted before it, whatever happens to its tool afterwards.",
  checks: "Looks at each emission.",
  lookAt: "Results that are on their way when the halt comes.",
  check: () => {},
});

const steps = [{ op: "handle c1", gap: "turn" }, { op: "halt h1", gap: 1 }, { op: "settle c1" }] as const;
const shown = shownRun(
  steps,
  [begins(0), arrow("host", "executor", "handle c1"), arrow("executor", "host", "block_result c1", 2), quiet],
  2,
);

const failure: ShownFailure = {
  rule,
  counterexample: {
    ...shown,
    steps: 3,
    message: "an outcome of c1 was emitted after halt h1",
    replay: "npx executor-conformance replay .conformance/a.json",
    traceHash: "0123456789abcdef",
    deterministic: true,
  },
};

test("a failure says what is broken, what was seen, where to look, and how to see it again", () => {
  expect(`\n${renderFailure(failure, arrowProfile).join("\n")}\n`).toMatchInlineSnapshot(`
    "
    ✗ MUST acme/silent-after-halt
      After a halt nothing is emitted for what was admitted before it, whatever
      happens to its tool afterwards.

      Seen      an outcome of c1 was emitted after halt h1
      Look at   Results that are on their way when the halt comes.

      Smallest scenario found: 3 steps
         1  handle c1  same turn
         2  halt h1    1 microtask hop
         3  settle c1

              host   executor
          1    ├───────>│      handle c1
      ✗        │<───────┤      block_result c1
               ┊        ┊      rest

      Replay    npx executor-conformance replay .conformance/a.json
    "
  `);
});

test("one that was not the same again is labelled, never hidden", () => {
  const flaky = { ...failure, counterexample: { ...failure.counterexample, deterministic: false } };
  expect(renderFailure(flaky, arrowProfile)[0]).toBe(
    "✗ MUST acme/silent-after-halt  flaky: not the same again when it was run again",
  );
});

test("how often it failed is said where that was counted", () => {
  const rate = { failures: 3, runs: 200 };
  const flaky = { ...failure, counterexample: { ...failure.counterexample, deterministic: false, rate } };
  expect(renderFailure(flaky, arrowProfile)[0]).toContain("flaky: failed 3 of 200 times when it was run again");
});

test("what the host looks like is said where it is special", () => {
  const scenario = { ...shown.scenario, setup: { surface: "denied", budgetMs: 50 } };
  const denied = { ...failure, counterexample: { ...failure.counterexample, scenario } };
  expect(renderFailure(denied, arrowProfile).join("\n")).toContain('3 steps, with surface: "denied", budgetMs: 50');
});

test("no line is wider than asked, but for the command, and no text of others reaches the terminal as it is", () => {
  const hostileText = `an outcome of \u001b[2J${"工具".repeat(200)}`;
  const scenario = { ...shown.scenario, steps: [{ op: hostileText, gap: 64 }, { op: "halt" }] };
  const hostile = { ...failure.counterexample, scenario, message: hostileText };
  for (const width of [60, 80, 120]) {
    const lines = renderFailure({ ...failure, counterexample: hostile }, arrowProfile, { width });
    const wide = lines.filter((line) => displayWidth(line) > width && !line.startsWith("  Replay "));
    expect(wide).toEqual([]);
    expect(lines.join("\n")).not.toContain("\u001b");
  }
});

test("colours change no letter", () => {
  const colours = renderFailure(failure, arrowProfile, { paint: coloured }).join("\n");
  expect(colours).toContain("\u001b[");
  // oxlint-disable-next-line no-control-regex -- escape sequences are what is taken out
  expect(colours.replaceAll(/\u001b\[\d+m/g, "")).toBe(renderFailure(failure, arrowProfile).join("\n"));
});

test("a test to paste is offered where it is certain to fail and to end, and only its code is wider than asked", () => {
  const { trace } = failure.counterexample;
  const dispose = { type: "dispose", how: "done", message: undefined, step: 3, at: 0 } as const;
  const ended = { ...failure.counterexample, trace: { ...trace, records: [...trace.records, dispose] } };
  const pasted = { name: "acme", module: "./acme.ts" };
  const lines = renderFailure({ ...failure, counterexample: ended }, arrowProfile, { width: 60, pasted });
  const at = lines.indexOf("  Test to paste");
  expect(lines.slice(at - 2, at + 2)).toEqual([
    "  Replay    npx executor-conformance replay .conformance/a.json",
    "",
    "  Test to paste",
    "    // acme-acme-silent-after-halt.test.ts",
  ]);
  expect(lines.slice(0, at - 2).filter((line) => displayWidth(line) > 60)).toEqual([]);
  for (const uncertain of [{ ...ended, deterministic: false }, failure.counterexample]) {
    const text = renderFailure({ ...failure, counterexample: uncertain }, arrowProfile, { pasted }).join("\n");
    expect(text).not.toContain("Test to paste");
  }
});
