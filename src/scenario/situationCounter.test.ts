import { sample } from "fast-check";
import { describe, expect, test } from "vitest";
import { domainProfile } from "../profiles/index.ts";
import type { Scenario, Step } from "../contract/scenario.ts";
import { ScenarioArbitrary } from "./arbitrary.ts";
import type { DomainSetup, DomainStep } from "./domain/steps.ts";
import { enumerate } from "./enumerate.ts";
import { SituationCounter } from "./situationCounter.ts";

const table = domainProfile.situations;
const space = domainProfile.space(Object.fromEntries(domainProfile.capabilities.map((name) => [name, true])));

const counter = (declared: readonly string[] = domainProfile.capabilities): SituationCounter =>
  new SituationCounter(table, declared);

/** The ids of the situations that one run meets; `records` say which steps were skipped. */
function met(steps: readonly DomainStep[], records: Parameters<SituationCounter["count"]>[1] = []): readonly string[] {
  const one = counter();
  one.count({ profile: "domain", setup: {}, steps }, records);
  return one.results().flatMap(({ id, runs }) => (runs === 1 ? [id] : []));
}

/** Every scenario counted by a counter that has seen no other. */
function countedAlone(scenarios: Iterable<Scenario>): readonly number[] {
  const sum = counter();
  for (const scenario of scenarios) {
    const alone = counter();
    alone.count(scenario, []);
    sum.add(alone.counts);
  }
  return sum.counts;
}

describe("a run meets", () => {
  test("what its steps make of the state before them", () => {
    expect(met([{ op: "halt", halt: "h1" }])).toEqual(["halt-idle"]);
    expect(
      met([
        { op: "handle", command: "c1" },
        { op: "halt", halt: "h1" },
      ]),
    ).toEqual(["halt-one-in-flight"]);
    expect(
      met([
        { op: "handle", command: "c1" },
        { op: "settle", command: "c1", gap: "turn" },
        { op: "halt", halt: "h1" },
        { op: "halt", halt: "h1" },
        { op: "release", halt: "h1" },
        { op: "rearm" },
      ]),
    ).toEqual([
      "halt-idle",
      "halt-repeated-while-draining",
      "settle-then-halt",
      "release-succeeds",
      "rearm-after-receipt",
    ]);
  });

  test("nothing by a step that was skipped", () => {
    const at = { step: 0, at: 0 };
    const skippedStep = [
      { ...at, type: "step" },
      { ...at, type: "skip" },
    ];
    expect(met([{ op: "halt", halt: "h1" }], skippedStep)).toEqual([]);
  });

  test("something by a step in whose wake only a call from inside a callback was skipped", () => {
    const at = { step: 0, at: 0 };
    const skippedCall = [
      { ...at, type: "step" },
      { ...at, type: "emit" },
      { ...at, type: "skip" },
    ];
    expect(met([{ op: "halt", halt: "h1" }], skippedCall)).toEqual(["halt-idle"]);
  });

  test("what a step prepares only if the trace shows it", () => {
    const steps: DomainStep[] = [{ op: "throw-in", callback: "emit" }];
    const emit = { step: 0, at: 0, type: "emit" };
    expect(met(steps)).toEqual([]);
    expect(met(steps, [{ ...emit, sinkThrows: false } as never])).toEqual([]);
    expect(met(steps, [{ ...emit, sinkThrows: true } as never])).toEqual(["sink-throws"]);
  });

  test("only what its adapter declares", () => {
    const without = counter([]).situations.map(({ id }) => id);
    expect(without).toContain("rearm-unstopped");
    expect(without).not.toContain("rearm-while-draining");
  });
});

describe("the counts", () => {
  test("of an exhaustive search, walked on from where its scenarios part, are those of each one alone", () => {
    const scenarios = [...enumerate("domain", space, { subjects: 2, controls: 1, tightGaps: 1 })];
    const all = counter();
    for (const scenario of scenarios) all.count(scenario, []);
    expect(all.counts).toEqual(countedAlone(scenarios));
    expect(Math.max(...all.counts)).toBeGreaterThan(100);
  });

  test("are the same when scenarios with and without common beginnings, and skipped steps, take turns", () => {
    const arbitrary = new ScenarioArbitrary<DomainStep, DomainSetup>("domain", space, 16);
    const random = sample(arbitrary, { seed: 4, numRuns: 300 });
    const mixed = [...enumerate<Step, object>("domain", space as never, { subjects: 1, controls: 2, tightGaps: 1 })]
      .slice(0, 600)
      .flatMap((scenario, index) =>
        index % 2 === 0 ? [scenario, random[index / 2] as Scenario] : [scenario, scenario],
      );
    const skipped = [
      { step: 0, at: 0, type: "step" },
      { step: 0, at: 0, type: "skip" },
    ];
    const [all, alone] = [counter(), counter()];
    for (const [index, scenario] of mixed.entries()) {
      const records = index % 7 === 0 ? skipped : [];
      all.count(scenario, records);
      const one = counter();
      one.count(scenario, records);
      alone.add(one.counts);
    }
    expect(all.counts).toEqual(alone.counts);
  });

  test("of several threads add up", () => {
    const scenarios = [...enumerate("domain", space, { subjects: 1, controls: 1, tightGaps: 1 })];
    const [first, second, whole] = [counter(), counter(), counter()];
    for (const [index, scenario] of scenarios.entries()) {
      (index % 2 === 0 ? first : second).count(scenario, []);
      whole.count(scenario, []);
    }
    first.add(structuredClone(second.counts));
    expect(first.results()).toEqual(whole.results());
  });
});
