import { expect, test } from "vitest";
import { compareReports } from "../judge/compare.ts";
import { renderComparison } from "./comparison.ts";
import { conformant, everyVerdict, reportOf } from "./fixtures/everyVerdict.ts";
import { displayWidth } from "./text.ts";

const [sound, other] = [conformant("mine"), conformant("other")];

test("changes stand by executor, and the conclusion last", () => {
  const before = reportOf({ ...everyVerdict, rules: everyVerdict.rules.slice(0, 3) }, other, conformant("gone"));
  const mended = { ...sound, rules: [{ id: "domain/must", level: "MUST", verdict: "pass", exercised: 1 } as const] };
  const after = reportOf(mended, other);
  expect(`\n${renderComparison(compareReports(before, after), after).join("\n")}\n`).toMatchInlineSnapshot(`
    "
    mine (domain): now conformant
      ✓ not conformant -> conformant
      ✓ domain/must: fail -> pass
      ✗ domain/green: no longer judged; it was pass
      ✗ domain/should: no longer judged; it was fail

    gone (domain): now not checked
      ✗ no longer checked; it was conformant

    other (domain): conformant, as before

    5 changes: 3 for the worse, 2 for the better
    "
  `);
});

test("without a change each executor says what it is", () => {
  const report = reportOf(everyVerdict, other);
  expect(renderComparison(compareReports(report, report), report)).toEqual([
    "mine (domain): not conformant, as before",
    "other (domain): conformant, as before",
    "",
    "nothing changed",
  ]);
});

test("no line is wider than asked, and no name of others reaches the terminal as it is", () => {
  const hostile = { ...sound, adapter: { ...sound.adapter, name: "\u001b[2J", version: "9 ".repeat(100) } };
  const lines = renderComparison(compareReports(reportOf(sound), reportOf(hostile)), reportOf(hostile), { width: 60 });
  expect(lines.filter((line) => displayWidth(line) > 60)).toEqual([]);
  expect(lines.join("\n")).not.toContain("\u001b");
});
