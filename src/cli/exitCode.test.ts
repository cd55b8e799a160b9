import { expect, test } from "vitest";
import { combineExitCodes } from "./exitCode.ts";

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
