import { describe, expect, it } from "vitest";
import { amount, figureText, summary, type Figure } from "./goal.ts";

function figure(goal: string, changes: Partial<Figure> = {}): Figure {
  return { goal, figure: "4 of 4", measured: "4 runs", isReached: true, isWhole: true, ...changes };
}

describe("the verdict of a goal", () => {
  it.each([
    { name: "reached", changes: {}, verdict: "reached" },
    { name: "so far, when less was measured than the goal asks for", changes: { isWhole: false }, verdict: "so far" },
    { name: "missed", changes: { isReached: false }, verdict: "missed" },
    { name: "missed, however little was measured", changes: { isReached: false, isWhole: false }, verdict: "missed" },
  ])("is $name", ({ changes, verdict }) => {
    expect(figureText(figure("a goal", changes)).split(/ {2,}/)[0]).toBe(verdict);
  });
});

it("the summary counts the verdicts and names what was missed", () => {
  const figures = [figure("one"), figure("two", { isWhole: false }), figure("three", { isReached: false })];
  expect(summary(figures)).toEqual([
    "3 goals: 1 reached, 1 so far (less was measured than the goal asks for), 1 missed",
    "  missed: three: 4 of 4",
  ]);
});

describe("the amount that is measured", () => {
  const amounts = { full: 100, brief: 10 };

  it.each([
    { name: "brief unless told otherwise", asked: undefined, isFull: false, expected: 10 },
    { name: "that of the goal in full", asked: undefined, isFull: true, expected: 100 },
    { name: "what was asked for, in full too", asked: 7, isFull: true, expected: 7 },
  ])("is $name", ({ asked, isFull, expected }) => {
    expect(amount(asked, { isFull }, amounts)).toBe(expected);
  });
});
