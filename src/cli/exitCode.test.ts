import { expect, test } from "vitest";
import type { AdapterResult } from "../contract/verdict.ts";
import { combineExitCodes, exitCodesOf } from "./exitCode.ts";

test.each([
  [[0, 0], 0],
  [[0, 4], 4],
  [[4, 5, 0], 5],
  [[5, 3], 3],
  [[3, 1, 4], 1],
  [[1, 2], 2],
  [[1, 1, 1], 1],
  [[], 4],
] as const)("of %j is %i", (codes, combined) => {
  expect(combineExitCodes(codes)).toBe(combined);
});

const result = (verdict: AdapterResult["verdict"], change: Partial<AdapterResult> = {}): AdapterResult =>
  ({ verdict, ...change }) as AdapterResult;

test.each([
  [result("conformant"), 0],
  [result("not conformant"), 1],
  [result("error"), 3],
  [result("inconclusive"), 4],
  [result("not conformant", { besidesKnown: "conformant" }), 0],
  [result("not conformant", { besidesKnown: "inconclusive" }), 4],
  [result("not conformant", { besidesKnown: "error", stale: ["a"] }), 3],
  [result("conformant", { stale: ["a"] }), 5],
  [result("inconclusive", { stale: ["a"] }), 5],
  [result("not conformant", { stale: ["a"] }), 1],
])("of the result %j is %i", (one, code) => {
  expect(combineExitCodes(exitCodesOf(one))).toBe(code);
});
