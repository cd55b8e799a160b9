import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

test.each([
  ["rearmByID", ["rearmById", "budget"], "rearmById"],
  ["budgt", ["rearmById", "budget"], "budget"],
  [
    "one-receipt-per-halt",
    ["domain/one-release-per-halt", "domain/one-receipt-per-halt"],
    "domain/one-receipt-per-halt",
  ],
  ["domian", ["domain", "lane"], "domain"],
  ["teleport", ["rearmById", "budget"], undefined],
  ["x", [], undefined],
])("of %j among %j is %j", (word, known, meant) => {
  expect(nearest(word, known)).toBe(meant);
});
