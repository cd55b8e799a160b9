import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { domainProfile } from "../profiles/index.ts";
import { ScenarioArbitrary } from "./arbitrary.ts";
import { domainScenarioSchema } from "./domain/schema.ts";
import type { DomainSetup, DomainStep } from "./domain/steps.ts";
import { enumerate } from "./enumerate.ts";

const everything = Object.fromEntries(domainProfile.capabilities.map((name) => [name, true]));
const space = domainProfile.space(everything);
const arbitrary = new ScenarioArbitrary<DomainStep, DomainSetup>("domain", space, 16);

describe("a generated scenario", () => {
  test("is the same for the same seed, from a sample and under fc.assert", async () => {
    const asserted: unknown[] = [];
    const property = fc.asyncProperty(arbitrary, async (scenario) => void asserted.push(scenario));
    await fc.assert(property, { seed: 11, numRuns: 100 });
    expect(fc.sample(arbitrary, { seed: 11, numRuns: 100 })).toEqual(asserted);
  });

  test("survives being written and read as JSON", () => {
    fc.assert(
      fc.property(arbitrary, (scenario) => {
        expect(domainScenarioSchema.parse(JSON.parse(JSON.stringify(scenario)))).toEqual(scenario);
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  test("asks only for what the adapter declares", () => {
    const plain = new ScenarioArbitrary<DomainStep, DomainSetup>("domain", domainProfile.space({}), 16);
    for (const { setup, steps } of fc.sample(plain, { seed: 2, numRuns: 2000 })) {
      expect(setup).toEqual({});
      for (const step of steps) {
        expect(["stop", "ask", "turn", "reset", "fail-reset"]).not.toContain(step.op);
        if (step.op === "rearm") expect(step.halt).toBeUndefined();
      }
    }
  });

  test("reaches every step and every kind of gap", () => {
    const seen = new Set<string>();
    for (const { steps } of fc.sample(arbitrary, { seed: 3, numRuns: 3000 })) {
      for (const { op, gap } of steps) seen.add(op).add(`gap ${gap ?? "rest"}`);
    }
    const steps =
      "handle halt rearm inside settle fail hang release fail-release hang-release reset fail-reset hang-reset throw-reset stop advance throw-in ask turn";
    const gaps = ["gap rest", "gap turn", ...Array.from({ length: 8 }, (_, hops) => `gap ${hops + 1}`)];
    expect([...seen].toSorted()).toEqual([...steps.split(" "), ...gaps].toSorted());
  });
});

describe("the scenarios of a bound", () => {
  test("are all of it, once each, smaller ones first", () => {
    const all = [...enumerate("domain", space, { subjects: 1, controls: 1, tightGaps: 0 })];
    const texts = all.map((scenario) => scenario.steps.map((step) => domainProfile.describeStep(step)).join("; "));
    expect(texts.slice(0, 5)).toEqual([
      "halt h1; release h1",
      "halt h1; fail-release h1",
      "rearm",
      "handle c1; settle c1",
      "handle c1; fail c1",
    ]);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts).toContain("handle c1; halt h1; settle c1; release h1");
    expect(texts).toContain("halt h1; handle c1; fail-release h1");
    expect(texts).toContain("handle c1; rearm; fail c1");
  });

  test("have at most as many tight gaps as it says, in every place", () => {
    const places = new Set<number>();
    for (const { steps } of enumerate("domain", space, { subjects: 1, controls: 2, tightGaps: 1 })) {
      const tight = steps.flatMap(({ gap }, at) => (gap === undefined ? [] : [at]));
      expect(tight.length).toBeLessThanOrEqual(1);
      expect(steps.at(-1)?.gap).toBeUndefined();
      for (const at of tight) places.add(at);
    }
    expect([...places].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
  });

  test("grow with it to the size that reports name", () => {
    const count = (tightGaps: number): number =>
      [...enumerate("domain", space, { subjects: 2, controls: 2, tightGaps })].length;
    expect([count(0), count(1)]).toEqual([2736, 57_836]);
  });
});
