import { expect, test } from "vitest";
import { describeDrift, driftsOf } from "./drift.ts";
import { runsOf } from "./fixtures/runs.ts";
import { seriesOf } from "./series.ts";

const times = (count: number, ratio: number): readonly number[] => Array.from({ length: count }, () => ratio);

test.each([
  ["nothing changed", times(30, 2), false],
  ["it got slower by 9 %", [...times(10, 2), ...times(10, 2.18)], false],
  ["it got slower by 11 %", [...times(10, 2), ...times(10, 2.22)], true],
  ["it got slower in steps that none would show", Array.from({ length: 20 }, (_, index) => 2 * 1.015 ** index), true],
  ["it got faster", [...times(10, 2), ...times(10, 1)], false],
  ["four runs had a bad day", [...times(16, 2), ...times(4, 9)], false],
  ["it got slower, and there are too few runs yet", [...times(9, 2), ...times(10, 3)], false],
  ["it got slower long ago", [...times(10, 2), ...times(20, 3)], false],
])("where %s", (_, ratios, drifts) => {
  expect(driftsOf(seriesOf(runsOf(ratios)))).toHaveLength(drifts ? 1 : 0);
});

test("a drift says what drifts, where, and how far", () => {
  const [drift] = driftsOf(seriesOf(runsOf([...times(10, 2), ...times(10, 2.6)])));
  expect(describeDrift(drift!)).toBe(
    "domain/handle-to-start at 100 (mine; Fast CPU, 4 cores, Node 20) drifts: the last 10 runs took 2.60 times the floor, " +
      "the 10 before them 2.00 times: 30 % more",
  );
});
