import { expect, test } from "vitest";
import type { BlockTimes } from "./interleave.ts";
import { measurementOf, timesOf } from "./measurement.ts";

const blocks = (base: number, head: number): BlockTimes => {
  const twelve = (ms: number): readonly number[] => Array.from({ length: 12 }, () => ms);
  return { operations: 100, ms: { base: twelve(base), head: twelve(head), control: twelve(base) } };
};

test("blocks that others made longer do not count, be it most of them", () => {
  const disturbed = [1, 1, 1, 1, 5, 7, 9, 100, 3, 4, 8, 2];
  const { base } = timesOf({ operations: 1000, ms: { ...blocks(1, 1).ms, base: disturbed } });
  expect(base).toBeCloseTo(1000);
});

test("ratios are the mean over the sets, as logarithms", () => {
  const { head, control, baseNs, headNs } = measurementOf([blocks(1, 2), blocks(1, 1)]);
  expect(head).toBeCloseTo(Math.log(2) / 2);
  expect(control).toBe(0);
  expect([baseNs, headNs]).toEqual([10_000, 15_000]);
});

test.each([
  ["nobody takes time", blocks(0, 0)],
  ["base takes none", blocks(0, 1)],
  ["head takes none", blocks(1, 0)],
])("there is no ratio where %s", (_, set) => {
  expect(() => measurementOf([blocks(1, 1), set])).toThrow("no time that can be compared");
});
