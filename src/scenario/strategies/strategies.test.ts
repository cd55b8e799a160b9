import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Scenario, Step } from "../../contract/scenario.ts";
import { profiles } from "../../profiles/index.ts";
import { ScenarioArbitrary, strategyOf } from "../arbitrary.ts";
import { randomOf } from "../fixtures/random.ts";
import { Menu } from "../menu.ts";
import { delays } from "./delays.ts";
import { pct } from "./pct.ts";
import { STRATEGY_NAMES, type StrategyName } from "./portfolio.ts";
import type { BeginStrategy } from "./strategy.ts";
import { uniform } from "./uniform.ts";
import { walk } from "./walk.ts";
import { weighted } from "./weighted.ts";

/** So many calls, one after the other, each with an answer; what a strategy makes of them, as in "1 2 a1 a2". */
function orderOf(begin: BeginStrategy, seed: number, calls: number): string {
  const random = randomOf(seed);
  const strategy = begin(random, calls * 2);
  const menu = new Menu<Step>();
  const order: string[] = [];
  const owed = new Set<string>();
  let made = 0;
  for (;;) {
    menu.clear();
    if (made < calls) menu.call(1, () => ({ op: String(made + 1) }));
    for (const id of owed) menu.answer(id, 1, () => ({ op: id }));
    const index = menu.size === 0 ? undefined : strategy.next(menu);
    const op = index === undefined ? undefined : menu.make(index, random)?.op;
    if (op === undefined) return order.join(" ");
    order.push(op);
    if (owed.delete(op)) continue;
    made += 1;
    owed.add(`a${op}`);
  }
}

/** How often each order came, in a hundred. */
function orders(begin: BeginStrategy, calls: number): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let seed = 1; seed <= 3000; seed += 1) {
    const order = orderOf(begin, seed, calls);
    counts[order] = (counts[order] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).map(([order, count]) => [order, Math.round(count / 30)]));
}

describe("a strategy", () => {
  const ALL = ["1 2 a1 a2", "1 2 a2 a1", "1 a1 2 a2"];

  it.each([
    { name: "weighted", begin: weighted },
    { name: "uniform", begin: uniform },
    { name: "pct", begin: pct },
    { name: "walk", begin: walk },
    { name: "delays", begin: delays },
  ])("$name reaches every order of two calls and their answers", ({ begin }) => {
    expect(Object.keys(orders(begin, 2)).toSorted()).toEqual(ALL);
  });

  it("walk makes all orders equally likely", () => {
    for (const order of ALL) expect(Math.abs((orders(walk, 2)[order] ?? 0) - 33)).toBeLessThan(3);
    // The linear extensions of a chain of three, each with a leaf: 5 * 3 * 1.
    const three = Object.values(orders(walk, 3));
    expect(three).toHaveLength(15);
    for (const percent of three) expect(Math.abs(percent - 7)).toBeLessThan(3);
  });

  it("delays answers in order of arrival, but for at most two answers", () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const order = orderOf(delays, seed, 6);
      const answers = [...order.matchAll(/a(\d)/g)].map(([, name]) => Number(name));
      expect(answers.length - longestRise(answers), order).toBeLessThanOrEqual(2);
    }
  });

  it("pct goes on with one event until a change point, of which there are at most two", () => {
    const ids = ["x", "y", "z"];
    let most = 0;
    for (let seed = 1; seed <= 500; seed += 1) {
      const random = randomOf(seed);
      const strategy = pct(random, 20);
      const menu = new Menu<Step>();
      for (const id of ids) menu.answer(id, 1, () => ({ op: id }));
      const taken = Array.from({ length: 20 }, () => strategy.next(menu));
      const switches = taken.filter((index, at) => at > 0 && index !== taken[at - 1]).length;
      most = Math.max(most, switches);
    }
    expect(most).toBe(2);
  });
});

/** The length of the longest rising sub-list. */
function longestRise(values: readonly number[]): number {
  const rises: number[] = [];
  for (const [at, value] of values.entries()) {
    const before = rises.filter((_, index) => index < at && (values[index] ?? 0) < value);
    rises.push(1 + Math.max(0, ...before));
  }
  return Math.max(0, ...rises);
}

describe.each(Object.values(profiles))("the strategies of $name", (profile) => {
  const space = profile.space(Object.fromEntries(profile.capabilities.map((name) => [name, true])));
  const sampled = (numRuns: number, strategy?: StrategyName): readonly Scenario[] =>
    fc.sample(new ScenarioArbitrary<Step, object>(profile.name, space, 16, strategy), { seed: 3, numRuns });

  it.each(STRATEGY_NAMES)("%s alone gives readable scenarios that vary in length", async (name) => {
    const scenarios = sampled(100, name);
    for (const scenario of scenarios) {
      expect(strategyOf(scenario)).toBe(name);
      await expect(profile.readScenario(JSON.parse(JSON.stringify(scenario)))).resolves.toEqual(scenario);
    }
    expect(new Set(scenarios.map(({ steps }) => steps.length)).size).toBeGreaterThan(10);
  });

  it("are all dealt a share, the same for the same seed", () => {
    const names = sampled(500).map(strategyOf);
    expect(new Set(names)).toEqual(new Set(STRATEGY_NAMES));
    expect(sampled(500).map(strategyOf)).toEqual(names);
  });
});
