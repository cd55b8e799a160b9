import { describe, expect, test } from "vitest";
import { drawDiagram } from "./diagram.ts";
import { arrow, arrowProfile, begins, quiet, shownRun, type ArrowRecord } from "./fixtures/arrows.ts";
import { displayWidth } from "./text.ts";

function draw(steps: Parameters<typeof shownRun>[0], records: readonly ArrowRecord[], at: number): string {
  return `\n${drawDiagram(shownRun(steps, records, at), arrowProfile).join("\n")}\n`;
}

const halted = [
  begins(0),
  arrow("host", "executor", "handle c1"),
  arrow("executor", "tool c1", "runBlock"),
  quiet,
  begins(1),
  arrow("host", "executor", "halt h1", 1),
  arrow("executor", "release h1", "release", 1),
  begins(2),
  arrow("tool c1", "executor", "settles", 2),
  arrow("executor", "host", "block_result c1", 2),
  quiet,
  arrow("release h1", "executor", "released", 3),
  quiet,
];

test("lanes stand side by side, and time runs downwards to the violation and beyond", () => {
  expect(draw([{ op: "handle c1" }, { op: "halt h1", gap: 2 }, { op: "settle c1" }], halted, 9)).toMatchInlineSnapshot(`
    "
            host   executor  tool c1  release h1
        1    ├───────>│         │         │       handle c1
             │        ├────────>│         │       runBlock
             ┊        ┊         ┊         ┊       rest
        2    ├───────>│         │         │       halt h1
             │        ├─────────┼────────>│       release
             ┊        ┊         ┊         ┊       2 microtask hops
        3    │        │<────────┤         │       settles
    ✗        │<───────┤         │         │       block_result c1
             ┊        ┊         ┊         ┊       rest
             ┊        ┊         ┊         ┊       what is left is granted
             │        │<────────┼─────────┤       released
             ┊        ┊         ┊         ┊       rest
    "
  `);
});

test("what comes after the rest that follows the violation is counted, and drawn where all is asked for", () => {
  const later = Array.from({ length: 3 }, () => [arrow("tool c2", "executor", "settles", 3), quiet]).flat();
  const shown = shownRun(
    [{ op: "handle c1" }, { op: "halt h1", gap: 2 }, { op: "settle c1" }],
    [...halted, ...later],
    9,
  );
  const cut = drawDiagram(shown, arrowProfile);
  expect(cut.slice(-3).map((line) => line.trim())).toEqual([
    "✗        │<───────┤         │         │       block_result c1",
    "┊        ┊         ┊         ┊       rest",
    "… 9 more until the end of the run, drawn by replay",
  ]);
  expect(cut[0]).not.toContain("tool c2");
  const whole = drawDiagram(shown, arrowProfile, { whole: true });
  expect(whole).toHaveLength(cut.length - 1 + 9);
  expect(whole[0]).toContain("tool c2");
});

test("a step that draws nothing is named, a skipped one too, and a mark stands in one lane", () => {
  const records = [
    begins(0),
    quiet,
    begins(1),
    { type: "skip", step: 1 },
    quiet,
    begins(2),
    arrow("executor", undefined, "left behind", 2),
  ];
  expect(draw([{ op: "advance 5 ms" }, { op: "settle c1" }, { op: "halt h1" }], records, 6)).toMatchInlineSnapshot(`
    "
           executor
        1     │      advance 5 ms
              ┊      rest
        2     │      settle c1: skipped, it is not enabled
              ┊      rest
    ✗   3     ●      left behind
    "
  `);
});

test("a step that only prepares has a row of its own, whatever comes in its wake", () => {
  const records = [
    begins(0),
    arrow("host", "executor", "handle c1"),
    begins(1),
    arrow("executor", "host", "block_result c1", 1),
  ];
  expect(draw([{ op: "handle c1", gap: 3 }, { op: "throw-in emit" }], records, 3)).toMatchInlineSnapshot(`
    "
            host   executor
        1    ├───────>│      handle c1
             ┊        ┊      3 microtask hops
        2    │        │      throw-in emit
    ✗        │<───────┤      block_result c1
    "
  `);
});

test("names and texts that are too long for 80 columns take more lines, and lose nothing", () => {
  const records = [
    begins(0),
    arrow("host", "executor", "handle c1"),
    arrow("executor", "tool c1", "runBlock"),
    arrow("executor", "tool c2", "runBlock"),
    arrow("executor", "release h1", "release"),
    arrow(
      "executor",
      "release h2",
      "handle throws an error whose message is longer than what is left beside the lanes",
    ),
  ];
  expect(draw([{ op: "handle c1" }], records, 5)).toMatchInlineSnapshot(`
    "
                        tool tool release release
          host executor  c1   c2     h1      h2
        1   ├─────>│      │    │     │       │     handle c1
            │      ├─────>│    │     │       │     runBlock
            │      ├──────┼───>│     │       │     runBlock
            │      ├──────┼────┼────>│       │     release
    ✗       │      ├──────┼────┼─────┼──────>│     handle throws an error whose
            │      │      │    │     │       │     message is longer than what is
            │      │      │    │     │       │     left beside the lanes
    "
  `);
});

describe("the violation is marked", () => {
  test.each([
    ["at a quiescent point", 3],
    ["at the beginning of a step", 4],
    ["at a record that draws nothing", 2],
  ])("%s", (_where, at) => {
    const records = [begins(0), arrow("host", "executor", "handle c1"), { type: "handled" }, quiet, begins(1), quiet];
    const marked = draw([{ op: "handle c1" }, { op: "throw" }], records, at)
      .split("\n")
      .filter((line) => line.startsWith("✗"));
    expect(marked).toHaveLength(1);
  });
});

describe("whatever the names are, every line of the lanes is as wide as every other", () => {
  const names = ["", "x", "tool \u001b[31m", "工具工具工具工具工具工具", "🔧", "a".repeat(200), "__proto__"];
  test.each([1, 3, 7, 30])("with %i lanes", (count) => {
    const lanes = Array.from({ length: count }, (_, index) => `${names[index % names.length]}${index}`);
    const records = lanes.map((lane) => arrow("host", lane, "x".repeat(300)));
    for (const width of [60, 80, 120]) {
      const lines = drawDiagram(shownRun([{ op: "all" }], records, 0), arrowProfile, { width });
      expect(lines.every((line) => displayWidth(line) <= width)).toBe(true);
      expect(lines.join("")).not.toContain("\u001b");
      // The host's line goes through every row at one place.
      const rows = lines.slice(lines.findIndex((line) => line.includes("├")));
      expect(new Set(rows.map((line) => line.search(/[│├┤]/))).size).toBe(1);
      // And so does the text beside the lanes.
      expect(new Set(rows.map((line) => line.indexOf("xxx"))).size).toBe(1);
    }
  });
});
