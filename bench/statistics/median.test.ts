import { expect, test } from "vitest";
import { median } from "./median.ts";

test.each([
  [[5], 5],
  [[3, 1, 2], 2],
  [[10, 2, 1, 3], 2.5],
  [[-1, -1e9, 0], -1],
])("the median of %j is %d", (values, expected) => {
  expect(median(values)).toBe(expected);
});

test("values are not sorted in place", () => {
  const values = [3, 1, 2];
  median(values);
  expect(values).toEqual([3, 1, 2]);
});

test("nothing has no median", () => {
  expect(median([])).toBeNaN();
});
