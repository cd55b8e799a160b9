import { expect, test } from "vitest";
import { differences, updated, type Budget, type CountedOperation } from "./budget.ts";
import { parseBudget, serialiseBudget } from "./budgetFile.ts";
import type { Counts } from "./hooks.ts";

const counts: Counts = { promises: 2, reactions: 1, timers: 0, listeners: 0 };

const one: CountedOperation = {
  adapter: "mine",
  benchmark: "lane/submit-to-start",
  outcome: { state: "counted", counts },
};

function counting(changes: Partial<Counts>): CountedOperation {
  return { ...one, outcome: { state: "counted", counts: { ...counts, ...changes } } };
}

const NOTHING: Budget = new Map();
const budgetOfOne = updated(NOTHING, [one]).budget;

test("a budget is met by equal counts only", () => {
  expect(differences([one], budgetOfOne)).toEqual([]);
  expect(differences([counting({ promises: 3 })], budgetOfOne)).toEqual([
    "lane/submit-to-start of mine makes 3 promises, more than its budget of 2",
  ]);
  expect(differences([counting({ reactions: 0 })], budgetOfOne)).toEqual([
    "lane/submit-to-start of mine makes 0 reactions, fewer than its budget of 1: lower it with --update-budget",
  ]);
  expect(differences([one], NOTHING)).toEqual([
    "lane/submit-to-start of mine has no budget: add it with --update-budget",
  ]);
});

const lost = [
  { ...one, outcome: { state: "uncountable", why: "an operation takes more than reactions" } },
  { ...one, outcome: { state: "not-applicable", why: "it does not declare offLane" } },
] satisfies CountedOperation[];

test.each(lost)("what has a budget and is $outcome.state is a difference, and an update takes it out", (operation) => {
  const { why } = operation.outcome;
  expect(differences([operation], budgetOfOne)).toEqual([
    `lane/submit-to-start of mine has a budget and was not counted: ${why}; take it out with --update-budget`,
  ]);
  const { budget, takenOut } = updated(budgetOfOne, [operation]);
  expect(takenOut).toEqual([`lane/submit-to-start of mine has no budget any more: ${why}`]);
  expect(differences([operation], budget)).toEqual([]);
  expect(updated(budget, [operation]).takenOut).toEqual([]);
});

test("what an executor fails to do neither differs from a budget nor changes it", () => {
  const failed: CountedOperation = { ...one, outcome: { state: "error", why: "it threw" } };
  expect(differences([failed], budgetOfOne)).toEqual([]);
  expect(updated(budgetOfOne, [failed])).toEqual({ budget: budgetOfOne, takenOut: [] });
});

test("new counts take the place of old ones, and leave the others", () => {
  const both = updated(budgetOfOne, [{ ...one, adapter: "other" }]).budget;
  expect([...both.keys()]).toEqual(["mine", "other"]);
  const { budget } = updated(both, [counting({ promises: 3 })]);
  expect(budget.get("mine")?.get(one.benchmark)?.promises).toBe(3);
  expect(both.get("mine")?.get(one.benchmark)?.promises).toBe(2);
});

test("a stored budget is read as it was written, whatever adapters are called, and nothing else is", () => {
  const odd = ["constructor", "toString", "hasOwnProperty"].map((adapter) => ({ ...one, adapter }));
  const { budget } = updated(budgetOfOne, odd);
  expect(parseBudget(serialiseBudget(budget), "budget.json")).toEqual(budget);
  expect(() => parseBudget('{"schemaVersion":1,"operations":{"a":{"b":{"promises":1}}}}', "budget.json")).toThrow(
    "Expected a budget of benchmarks in budget.json",
  );
});
