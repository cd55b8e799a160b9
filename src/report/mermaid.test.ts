import { describe, expect, test } from "vitest";
import { arrow, arrowProfile, begins, quiet, shownRun } from "./fixtures/arrows.ts";
import { HOSTILE } from "./fixtures/everyVerdict.ts";
import { drawSequence, escapeMermaid } from "./mermaid.ts";

test("a run is a sequence of arrows between lanes, with what lies between the steps and the violation on red", () => {
  const steps = [{ op: "handle c1" }, { op: "halt h1", gap: 2 }, { op: "settle c1" }];
  const records = [
    begins(0),
    arrow("host", "executor", "handle c1"),
    arrow("executor", "tool c1", "runBlock"),
    quiet,
    begins(1),
    arrow("host", "executor", "halt h1", 1),
    begins(2),
    arrow("tool c1", "executor", "settles", 2),
    arrow("executor", "host", "block_result c1", 2),
    quiet,
    arrow("executor", undefined, "left behind", 3),
  ];
  expect(`\n${drawSequence(shownRun(steps, records, 8), arrowProfile)}\n`).toMatchInlineSnapshot(`
    "
    sequenceDiagram
      participant lane0 as host
      participant lane1 as executor
      participant lane2 as tool c1
      lane0->>lane1: 1 handle c1
      lane1->>lane2: runBlock
      Note over lane0,lane2: rest
      lane0->>lane1: 2 halt h1
      Note over lane0,lane2: 2 microtask hops
      lane2->>lane1: 3 settles
      rect rgba(255, 0, 0, 0.2)
        lane1->>lane0: block_result c1
      end
      Note over lane0,lane2: rest
      Note over lane0,lane2: what is left is granted
      Note over lane1: left behind
    "
  `);
});

test("without a lane there is nothing to draw, and what is longer than Mermaid takes is not drawn", () => {
  expect(drawSequence(shownRun([], [quiet], 0), arrowProfile)).toBeUndefined();
  const many = Array.from({ length: 5000 }, () => arrow("host", "executor", "handle c1"));
  expect(drawSequence(shownRun([], many, 0), arrowProfile)).toBeUndefined();
});

test.each([
  ["handle c1", "handle c1"],
  ["a;b", "a#59;b"],
  ["a#b", "a#35;b"],
  ["#35;", "#35;35#59;"],
  ['"x"', "#34;x#34;"],
  ["two\nlines", "two#92;nlines"],
  ["end", "#101;nd"],
  ["the End of it", "the #69;nd of it"],
  ["the endless end", "the endless #101;nd"],
  ["<br>", "#60;br#62;"],
  ["%%{init}%%", "#37;#37;#123;init#125;#37;#37;"],
  ["wrap: x", "wrap#58; x"],
  ["a->>b: c", "a-#62;#62;b#58; c"],
  ["  ", "(no name)"],
  ["工具", "工具"],
  ["🔧", "#128295;"],
])("the label %j is written %j", (text, escaped) => {
  expect(escapeMermaid(text)).toBe(escaped);
});

describe("whatever names and labels are, each line is one statement and reads as what it was", () => {
  const harmless = "(?:[\\p{L}\\p{N} .,()/'_…-]|#\\d+;)+";
  const statement = new RegExp(
    `^ *(?:participant lane\\d+ as ${harmless}|lane\\d+->>lane\\d+: ${harmless}|Note over lane\\d+(?:,lane\\d+)?: ${harmless}|rect rgba\\(255, 0, 0, 0\\.2\\)|end)$`,
    "u",
  );

  test.each([HOSTILE, "end", "lane0", "participant", "__proto__", "", "a\nend\nb", "x->>y: z; end"])("%j", (name) => {
    const records = [begins(0), arrow(name, "executor", name), arrow("executor", name, name), quiet];
    const [first, ...lines] = drawSequence(shownRun([{ op: name }], records, 1), arrowProfile)?.split("\n") ?? [];
    expect(first).toBe("sequenceDiagram");
    expect(lines.filter((line) => !statement.test(line))).toEqual([]);
    expect(lines.filter((line) => line.includes("participant lane"))).toHaveLength(2);
  });
});
