import { expect, test } from "vitest";
import { untyped } from "./fixtures/recorded-lane.ts";
import { toPermitCount } from "./permit-count.ts";

test.each([
  [3, 3],
  [2.9, 2],
  [0, 0],
  [0.9, 0],
  [-4, 0],
  [Number.NaN, 0],
  [Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER],
  [Number.NEGATIVE_INFINITY, 0],
  [untyped(undefined), 0],
  [untyped("many"), 0],
])("%s counts as %i permits", (value, count) => {
  expect(toPermitCount(value)).toBe(count);
});
