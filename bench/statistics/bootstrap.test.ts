import { expect, test } from "vitest";
import { bootstrapMedian } from "./bootstrap.ts";
import { noises } from "./fixtures/noise.ts";
import { seededRandom } from "./seededRandom.ts";

test("equal values and seeds give equal intervals, in whatever order the values are", () => {
  const values = [0.3, 0.1, 0.2, 0.9, 0.25, 0.15];
  const once = bootstrapMedian(values, { seed: 1 });
  expect(bootstrapMedian(values.toReversed(), { seed: 1 })).toEqual(once);
  expect(once.median).toBeCloseTo(0.225);
});

test("values without spread have an interval without width", () => {
  expect(bootstrapMedian([2, 2, 2, 2], { seed: 1 })).toEqual({ median: 2, lower: 2, upper: 2 });
});

test("the bounds are what the distribution of resampled medians says exactly", () => {
  // Of nine values the resampled median is at most the k-th with the chance that at least five of nine draws are.
  const choose = [1, 9, 36, 84, 126, 126, 84, 36, 9, 1];
  const atMost = (k: number): number =>
    choose.reduce((sum, ways, hits) => (hits < 5 ? sum : sum + ways * (k / 9) ** hits * (1 - k / 9) ** (9 - hits)), 0);
  const values = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  const quantile = (share: number): number => values.find((k) => atMost(k) >= share)!;
  expect(bootstrapMedian(values, { seed: 5 })).toEqual({ median: 5, lower: quantile(0.025), upper: quantile(0.975) });
  expect(bootstrapMedian(values, { seed: 5, confidence: 0.5 })).toEqual({
    median: 5,
    lower: quantile(0.25),
    upper: quantile(0.75),
  });
});

test("with other seeds only the third digit moves", () => {
  const random = seededRandom(4);
  const values = Array.from({ length: 30 }, () => noises["wide noise"]!(random, 0));
  const bounds = Array.from({ length: 20 }, (_, seed) => bootstrapMedian(values, { seed }));
  for (const bound of ["lower", "upper"] as const) {
    const all = bounds.map((estimate) => estimate[bound]);
    expect(Math.max(...all) - Math.min(...all)).toBeLessThan(0.005);
  }
});

test("the interval holds the true median about as often as it says", () => {
  const random = seededRandom(9);
  const sets = 2000;
  let held = 0;
  for (let set = 0; set < sets; set += 1) {
    const values = Array.from({ length: 20 }, () => noises["wide noise"]!(random, 0));
    const { lower, upper } = bootstrapMedian(values, { seed: set, resamples: 500 });
    if (lower <= 0 && upper >= 0) held += 1;
  }
  expect(held / sets).toBeGreaterThan(0.9);
  expect(held / sets).toBeLessThan(0.99);
});

test.each([Number.NaN, Infinity, -Infinity])("%s has no place in a sample", (odd) => {
  expect(() => bootstrapMedian([0, odd, 0], { seed: 1 })).toThrow("Expected finite values");
});

test("nothing has no interval", () => {
  expect(bootstrapMedian([], { seed: 1 })).toEqual({ median: Number.NaN, lower: Number.NaN, upper: Number.NaN });
});
