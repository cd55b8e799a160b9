import { describe, expect, test } from "vitest";
import type { SituationResult } from "../contract/verdict.ts";
import { renderSituationTable } from "./situationTable.ts";

const situations: readonly SituationResult[] = [
  { id: "halt-idle", text: "a halt with nothing in flight", runs: 57_836 },
  { id: "budget-expires", text: "a budget that expires", runs: 0 },
  { id: "rearm-unstopped", text: "a rearm of a domain that is not stopped", runs: 1 },
];

describe("the table of situations", () => {
  test("goes down its columns, and marks what never occurred", () => {
    expect(`\n${renderSituationTable(situations, { width: 60 }).join("\n")}\n`).toMatchInlineSnapshot(`
      "
        3 situations, 1 never met; how many runs met each
      ✓ halt-idle         57,836  ✓ rearm-unstopped        1
      ? budget-expires     never
      "
    `);
  });

  test("has one column where there is room for no more, and cuts what is longer", () => {
    const lines = renderSituationTable(situations, { width: 24 }).slice(1);
    expect(lines).toHaveLength(3);
    expect(lines[2]).toBe("✓ rearm-unstop…        1");
    for (const line of lines) expect(line).toHaveLength(24);
  });

  test("is left out where no situation applies", () => {
    expect(renderSituationTable([])).toEqual([]);
  });
});
