import { describe, expect, it } from "vitest";
import type { Gap, Scenario, Step } from "../../contract/scenario.ts";
import { domainProfile, profiles, type AnyProfile } from "../../profiles/index.ts";
import { enumerate } from "../enumerate.ts";
import type { BoundedModel, Scope } from "../space.ts";
import { countScenarios } from "./count.ts";
import { sizesIn } from "./sizes.ts";

const TIGHT_GAPS: readonly Gap[] = ["turn", 1, 2, 3];

/** Each profile with everything declared, and with nothing. */
const spaces = Object.values(profiles).flatMap((profile) => [
  { name: `${profile.name}, everything declared`, ...spaceOf(profile, profile.capabilities) },
  { name: `${profile.name}, nothing declared`, ...spaceOf(profile, []) },
]);

function spaceOf(profile: AnyProfile, declared: readonly string[]) {
  const space = profile.space(Object.fromEntries(declared.map((capability) => [capability, true])));
  return { space, all: (scope: Scope) => [...enumerate<Step, object>(profile.name, space, scope)] };
}

describe.each(spaces)("the scenarios of a bound of $name", ({ space, all }) => {
  it("are those of a plain depth-first search, once each", () => {
    for (const scope of [
      { subjects: 2, controls: 1, tightGaps: 1 },
      { subjects: 1, controls: 1, tightGaps: 2 },
      { subjects: 1, controls: 2, tightGaps: 0 },
    ]) {
      const found = all(scope).map(textOf);
      const plain = sizesIn(scope).flatMap(([s, c]) => [...schedules(space.bounded(s, c), [], scope.tightGaps)]);
      expect(found.toSorted()).toEqual(plain.map((steps) => JSON.stringify(steps)).toSorted());
      expect(new Set(found).size).toBe(found.length);
    }
  });

  it("are once each where a schedule can end before its bound is used up", () => {
    const found = all({ subjects: 2, controls: 2, tightGaps: 0 }).map(textOf);
    expect(new Set(found).size).toBe(found.length);
  });

  it("come by size, then by deviations from the order of arrival, then by tight gaps", () => {
    const scope = { subjects: 2, controls: 1, tightGaps: 1 };
    const found = all(scope);
    const bySize = new Map(sizesIn(scope).map((size) => [size.join("x"), textsOf(space.bounded(...size))]));
    const ranks = found.map((scenario) => {
      const text = JSON.stringify(scenario.steps);
      const size = [...bySize.values()].findIndex((texts) => texts.has(text));
      const [subjects, controls] = sizesIn(scope)[size] ?? [0, 0];
      const tight = scenario.steps.filter(({ gap }) => gap !== undefined).length;
      return [size, deviationsOf(scenario, space.bounded(subjects, controls)), tight];
    });
    expect(ranks).toEqual(ranks.toSorted((a, b) => compare(a, b)));
    expect(Math.max(...ranks.map(([, deviations = 0]) => deviations))).toBeGreaterThan(0);
  });

  it("are counted without being made", () => {
    for (const tightGaps of [0, 1, 2]) {
      const scope = { subjects: 2, controls: 1, tightGaps };
      expect(countScenarios(space, scope)).toEqual({ count: all(scope).length, isExact: true });
    }
  });
});

it("a scope that takes too many states to count is estimated, the same every time, and says so", () => {
  const space = spaceOf(domainProfile, domainProfile.capabilities).space;
  const scope = { subjects: 2, controls: 2, tightGaps: 1 };
  const exact = countScenarios(space, scope).count;
  const estimate = countScenarios(space, scope, 50);
  expect(estimate.isExact).toBe(false);
  expect(estimate.count / exact).toBeGreaterThan(0.5);
  expect(estimate.count / exact).toBeLessThan(2);
  expect(countScenarios(space, scope, 50)).toEqual(estimate);
});

const textOf = ({ steps }: Scenario): string => JSON.stringify(steps);

/** Every schedule that uses up its model, in no particular order. */
function* schedules(
  model: BoundedModel<Step>,
  before: readonly Step[],
  tight: number,
): IterableIterator<readonly Step[]> {
  const choices = model.pending().flatMap(({ ways }) => ways);
  if (choices.length === 0 && model.isUsedUp) yield before;
  for (const step of choices) {
    const rested = model.clone();
    rested.take(step, undefined);
    yield* schedules(rested, [...before, step], tight);
    const hurried = model.clone();
    hurried.take(step, "turn");
    if (tight === 0 || hurried.pending().length === 0) continue;
    for (const gap of TIGHT_GAPS) yield* schedules(hurried.clone(), [...before, { ...step, gap }], tight - 1);
  }
}

function textsOf(model: BoundedModel<Step>): ReadonlySet<string> {
  return new Set([...schedules(model, [], 1)].map((steps) => JSON.stringify(steps)));
}

/** How many steps of a scenario are taken while something else has been pending for longer. */
function deviationsOf({ steps }: Scenario, model: BoundedModel<Step>): number {
  let deviations = 0;
  const queue: string[] = [];
  for (const { gap, ...step } of steps) {
    const pending = model.pending();
    for (const { id } of pending) if (!queue.includes(id)) queue.push(id);
    const taken = pending.find(({ ways }) => ways.some((way) => JSON.stringify(way) === JSON.stringify(step)));
    const oldest = queue.find((id) => pending.some((item) => item.id === id));
    if (taken?.id !== oldest) deviations += 1;
    model.take(step, gap);
    const still = model.pending().map(({ id }) => id);
    queue.splice(0, queue.length, ...queue.filter((id) => still.includes(id)));
  }
  return deviations;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
