import { expect, test } from "vitest";
import { seededRandom } from "./seededRandom.ts";

const draw = (seed: number, count: number): readonly number[] => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, random);
};

test("equal seeds give equal numbers, neighbouring seeds others", () => {
  expect(draw(7, 100)).toEqual(draw(7, 100));
  expect(draw(7, 100)).not.toEqual(draw(8, 100));
  expect(draw(0, 1)[0]).not.toBe(0);
});

test.each([0, 1, -1, 2 ** 31, 12_345])("the numbers of seed %d are spread evenly from 0 to 1", (seed) => {
  const counts = Array.from({ length: 10 }, () => 0);
  for (const value of draw(seed, 100_000)) counts[Math.floor(10 * value)]! += 1;
  // Chi-squared with nine degrees of freedom: one seed in a million is above 45.
  const chiSquared = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
  expect(chiSquared).toBeLessThan(45);
});

test("consecutive numbers do not depend on each other", () => {
  const values = draw(3, 100_000);
  const product = values.slice(1).reduce((sum, value, index) => sum + (value - 0.5) * (values[index]! - 0.5), 0);
  // The correlation of that many independent numbers has the standard deviation 1 / sqrt(100,000).
  expect(Math.abs((12 * product) / values.length)).toBeLessThan(5 / Math.sqrt(values.length));
});
