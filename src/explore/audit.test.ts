import { describe, expect, test } from "vitest";
import { firstDifference } from "./audit.ts";

const step = (at: number) => ({ type: "step", step: at, at: 0 });

describe("the first difference of two traces", () => {
  test("is none where only the order of the fields differs", () => {
    expect(firstDifference([step(0)], [{ at: 0, step: 0, type: "step" }])).toBeUndefined();
  });

  test("is the first record that says something else, in the wake of its step", () => {
    const moved = firstDifference([step(0), step(1)], [step(0), { ...step(1), type: "skip" }]);
    expect(moved).toEqual({
      step: 1,
      records: ['{"at":0,"step":1,"type":"step"}', '{"at":0,"step":1,"type":"skip"}'],
    });
  });

  test("is where one of them ends", () => {
    expect(firstDifference([step(0), step(1)], [step(0)])).toMatchObject({
      step: 1,
      records: [expect.any(String), null],
    });
  });
});
