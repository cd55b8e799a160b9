import { expect, test } from "vitest";
import { lowerQuartile, median } from "./quantiles.ts";

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

test("a quarter of the values is below the lower quartile", () => {
  expect(lowerQuartile([5, 1, 4, 2, 3])).toBe(2);
  expect(lowerQuartile([1, 2, 3, 1e9])).toBe(1.75);
});
