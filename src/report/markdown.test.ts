import { describe, expect, test } from "vitest";
import { conformant, everyVerdict, HOSTILE, reportOf, shownProfile } from "./fixtures/everyVerdict.ts";
import { renderMarkdown, renderShortMarkdown } from "./markdown.ts";
import { codeBlock, escapeMarkdown, inlineCode, proseMarkdown } from "./markdownText.ts";

const sound = {
  ...everyVerdict,
  rules: everyVerdict.rules.filter(({ id }) => id !== "acme/own"),
};

test("a result says what was found, what failed, and folds the table of rules", () => {
  const twoRules = {
    ...sound,
    rules: sound.rules.slice(0, 2),
    reasons: [sound.reasons[0] ?? "", sound.reasons[4] ?? ""],
  };
  expect(`\n${renderMarkdown(reportOf(twoRules), () => shownProfile)}`).toMatchInlineSnapshot(`
    "
    # Conformance

    ## ❌ mine 1.2.3: not conformant

    Profile domain; every scenario up to 1 command, 1 of halts and rearms and 0 tight gaps, 1 interleaving; 100 random runs, seed 7.

    - ⚠️ in 3 runs the executor acted after the end of the run

    ### ❌ MUST \`domain/must\`

    > The sentence of domain/must.

    - **Seen**: emitted too late
    - **Look at**: Where to look for domain/must.
    - **Smallest scenario found**: 2 steps

    \`\`\`mermaid
    sequenceDiagram
      participant lane0 as host
      participant lane1 as executor
      lane0->>lane1: 1 handle c1
      Note over lane0,lane1: rest
      rect rgba(255, 0, 0, 0.2)
        lane1->>lane0: 2 emitted too late
      end
    \`\`\`

    \`\`\`sh
    npx executor-conformance replay .conformance/a.json
    \`\`\`

    <details><summary>2 rules: 1 pass, 1 fail</summary>

    | verdict | level | rule | exercised |
    | --- | --- | --- | --- |
    | pass | MUST | \`domain/green\` | 57,836 |
    | fail | MUST | \`domain/must\` | 3 |

    </details>

    Checked with executor-conformance 0.1.0, requirement set 0.1 (\`0123456789abcdef\`).
    "
  `);
});

test("several executors stand in one table first", () => {
  const text = renderMarkdown(reportOf(sound, conformant("other")), () => shownProfile);
  expect(text).toContain("| mine | domain | ❌ not conformant | 8 rules: ");
  expect(text).toContain("| other | domain | ✅ conformant | 2 rules: 1 pass, 1 not applicable |");
});

test("situations are folded too, and what counts not is a warning", () => {
  const situations = [
    { id: "a", text: "a halt with many commands in flight", runs: 1234 },
    { id: "b", text: "a late result", runs: 0 },
  ];
  const text = renderMarkdown(reportOf({ ...sound, situations }), () => shownProfile);
  expect(text).toContain("<details><summary>2 situations, 1 never met</summary>");
  expect(text).toContain("| a halt with many commands in flight | 1,234 |\n| a late result | **never** |\n");
  expect(text).toContain("### ⚠️ SHOULD `domain/should`");
});

test("what Mermaid does not take is drawn as text", () => {
  const [, must] = sound.rules;
  const counterexample = must?.counterexample;
  if (must === undefined || counterexample === undefined) throw new Error("no counterexample");
  const records = Array.from({ length: 5000 }, () => counterexample.trace.records[1] ?? { step: 0, at: 0 });
  const long = { ...must, counterexample: { ...counterexample, trace: { ...counterexample.trace, records } } };
  const text = renderMarkdown(reportOf({ ...sound, rules: [long] }), () => shownProfile);
  expect(text).toContain("```text\n        host   executor");
  expect(text).not.toContain("```mermaid");
});

describe("names and messages of others are no markup", () => {
  const hostile = { ...everyVerdict, adapter: { ...everyVerdict.adapter, name: HOSTILE } };
  const lines = renderMarkdown(reportOf(hostile, hostile), () => shownProfile).split("\n");
  const outside = lines.filter((_, index) => !isInBlock(lines, index));

  test("headings, rows and blocks are as many as without them", () => {
    expect(outside.filter((line) => /^#+ /.test(line))).toHaveLength(1 + 2 * (1 + 3));
    expect(lines.filter((line) => line.startsWith("```"))).toHaveLength(2 * 3 * 4);
    for (const row of outside.filter((line) => line.startsWith("|"))) {
      expect(row.replaceAll(/\\./g, "").split("|")).toHaveLength(6);
    }
  });

  test("no tag but our own is left", () => {
    const tags = outside.join("\n").match(/<[^>]*>/g) ?? [];
    expect(new Set(tags)).toEqual(new Set(["<details>", "<summary>", "</summary>", "</details>"]));
  });
});

function isInBlock(lines: readonly string[], index: number): boolean {
  return lines.slice(0, index + 1).filter((line) => line.startsWith("```")).length % 2 === 1;
}

test.each([
  ["a*b_c", "a\\*b\\_c"],
  ["<script>&amp;", "&lt;script\\>&amp;amp;"],
  ["[x](y) #1 @me $x$", "\\[x\\](y) \\#1 \\@me \\$x\\$"],
  ["a|b`c`", "a\\|b\\`c\\`"],
  ["two\nlines", "two\\\\nlines"],
])("%j is written %j", (text, escaped) => {
  expect(escapeMarkdown(text)).toBe(escaped);
});

test("names between backticks are code in a sentence, and nothing else is markup", () => {
  expect(proseMarkdown("After `halt|x` no *event*: `<b>`, `")).toBe("After `halt|x` no \\*event\\*: `<b>`, \\`");
});

test("code ends where it should, whatever it holds", () => {
  expect(inlineCode("a")).toBe("`a`");
  expect(inlineCode("a``b`")).toBe("``` a``b` ```");
  expect(codeBlock("sh", "echo ```")).toEqual(["````sh", "echo ```", "````"]);
});

describe("a short report", () => {
  const report = reportOf(
    ...Array.from({ length: 30 }, (_, index) => ({ ...sound, adapter: { ...sound.adapter, name: `工具 ${index}` } })),
  );
  const whole = renderMarkdown(report, () => shownProfile);

  test("is the whole one where that fits", () => {
    expect(renderShortMarkdown(report, () => shownProfile, Buffer.byteLength(whole))).toBe(whole);
  });

  test.each([200, 1000, 5000, Buffer.byteLength(whole) - 1])(
    "of %i bytes is not longer, says so, and ends no block in the middle",
    (bytesMax) => {
      const text = renderShortMarkdown(report, () => shownProfile, bytesMax);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytesMax);
      expect(text).toMatch(/\*\*The rest does not fit here\.\*\* The other reports of this run hold all of it\.\n$/);
      expect((text.match(/^```/gm) ?? []).length % 2).toBe(0);
      expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length);
    },
  );

  test("is empty where there is no room for a sentence", () => {
    expect(renderShortMarkdown(report, () => shownProfile, 10)).toBe("");
  });
});
