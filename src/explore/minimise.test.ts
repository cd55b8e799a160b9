import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Scenario, Step } from "../contract/scenario.ts";
import { profiles } from "../profiles/index.ts";
import { ScenarioArbitrary } from "../scenario/arbitrary.ts";
import { compareCosts, costOf } from "../scenario/shrink/cost.ts";
import { domainSpace } from "../scenario/domain/space.ts";
import type { DomainScenario, DomainStep } from "../scenario/domain/steps.ts";
import { minimise } from "./minimise.ts";

const EXECUTIONS_MAX = 200;

const space = domainSpace({ rearmWhileDraining: true, budget: true });

const domain = (...steps: DomainStep[]): DomainScenario => ({ profile: "domain", setup: {}, steps });

/** What a scenario is minimised to, given whether its steps still fail. */
async function smallest(
  scenario: DomainScenario,
  fails: (steps: readonly DomainStep[]) => boolean,
): Promise<readonly DomainStep[]> {
  return (await minimise(scenario, space, async ({ steps }) => fails(steps))).steps;
}

describe("minimise", () => {
  const crowded = domain(
    { op: "throw-in", callback: "emit" },
    { op: "handle", command: "c1", mode: "serial" },
    { op: "handle", command: "c2" },
    { op: "halt", halt: "h1" },
    { op: "rearm", gap: "turn" },
    { op: "handle", command: "c3" },
    { op: "settle", command: "c1" },
    { op: "halt", halt: "h2", reason: "detach", gap: 6 },
    { op: "fail", command: "c3", thrown: "hostile" },
    { op: "settle", command: "c2" },
    { op: "release", halt: "h1" },
  );

  it("keeps what the failure takes, with the calmest gap and the plainest outcome and names", async () => {
    const isHaltBeforeAnswer = (steps: readonly DomainStep[]): boolean =>
      steps.some(({ op, gap }, at) => {
        const next = steps[at + 1];
        return op === "halt" && gap !== undefined && (next?.op === "settle" || next?.op === "fail");
      });
    expect(await smallest(crowded, isHaltBeforeAnswer)).toEqual([
      { op: "handle", command: "c1" },
      { op: "halt", halt: "h1", gap: "turn" },
      { op: "settle", command: "c1" },
    ]);
  });

  it("keeps the hops that it takes, and no more", async () => {
    const takesThreeHops = (steps: readonly DomainStep[]): boolean =>
      steps.some(({ op, gap }) => op === "halt" && typeof gap === "number" && gap >= 3);
    expect(await smallest(crowded, takesThreeHops)).toEqual([
      { op: "halt", halt: "h1", gap: 3 },
      { op: "halt", halt: "h1" },
    ]);
  });

  it("drops what belongs together where neither can go alone", async () => {
    const isBalanced = (steps: readonly DomainStep[]): boolean =>
      steps.some(({ op }) => op === "handle") &&
      steps.filter(({ op }) => op === "halt").length === steps.filter(({ op }) => op === "rearm").length;
    const scenario = domain(
      { op: "handle", command: "c1" },
      { op: "halt", halt: "h1" },
      { op: "rearm" },
      { op: "halt", halt: "h2" },
      { op: "rearm" },
    );
    expect(await smallest(scenario, isBalanced)).toEqual([{ op: "handle", command: "c1" }]);
  });

  it("keeps an odd name where the failure takes it, and no other", async () => {
    const scenario = domain(
      { op: "handle", command: "" },
      { op: "handle", command: "__proto__" },
      { op: "halt", halt: "constructor" },
    );
    const takesTwo = (steps: readonly DomainStep[]): boolean =>
      steps.length === 3 && steps.some((step) => step.op === "handle" && step.command === "__proto__");
    expect(await smallest(scenario, takesTwo)).toEqual([
      { op: "handle", command: "__proto__" },
      { op: "handle", command: "c2" },
      { op: "halt", halt: "h1" },
    ]);
  });

  it("comes to the same from another order, other names and other company", async () => {
    const overlaps = (steps: readonly DomainStep[]): boolean =>
      steps.filter(({ op }) => op === "handle").length >= 2 && steps.some(({ op }) => op === "halt");
    const other = domain(
      { op: "halt", halt: "h7", throws: "null" },
      { op: "handle", command: "toString", gap: 4 },
      { op: "rearm" },
      { op: "handle", command: "c9", turnId: "t1" },
    );
    const expected = [
      { op: "handle", command: "c1" },
      { op: "handle", command: "c2" },
      { op: "halt", halt: "h1" },
    ];
    expect(await smallest(crowded, overlaps)).toEqual(expected);
    expect(await smallest(other, overlaps)).toEqual(expected);
  });

  it("gives back what it got where nothing simpler fails", async () => {
    expect(await minimise(crowded, space, async () => false)).toBe(crowded);
  });
});

describe.each(Object.values(profiles))("minimise, for any scenario of the profile $name", (profile) => {
  const any = profile.space(Object.fromEntries(profile.capabilities.map((name) => [name, true])));
  const arbitrary = new ScenarioArbitrary<Step, object>(profile.name, any, 12);

  /** An answer that looks arbitrary and depends on the scenario only. */
  const answer = ({ steps }: Scenario, salt: number): boolean => {
    let hash = salt;
    for (const character of JSON.stringify(steps)) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) | 0;
    return (hash >>> 8) % 8 === 0;
  };

  it("ends within the bound, asks nothing twice, never costs more, and is the same again", async () => {
    const property = fc.asyncProperty(arbitrary, fc.integer(), async (scenario, salt) => {
      const asked: string[] = [];
      const ask = async (candidate: Scenario): Promise<boolean> => {
        asked.push(JSON.stringify(candidate));
        return answer(candidate, salt);
      };
      const result = await minimise(scenario, any, ask);
      expect(asked.length).toBeLessThanOrEqual(EXECUTIONS_MAX);
      expect(new Set(asked).size).toBe(asked.length);
      if (result === scenario) return;
      expect(answer(result, salt)).toBe(true);
      expect(compareCosts(costOf(result, any), costOf(scenario, any))).toBeLessThan(0);
      expect(await minimise(scenario, any, async (candidate) => answer(candidate, salt))).toEqual(result);
    });
    await fc.assert(property, { seed: 3, numRuns: 20 });
  });

  it("changes nothing more when it has come to its end and starts again", async () => {
    const property = fc.asyncProperty(arbitrary, fc.integer({ min: 0, max: 3 }), async (scenario, at) => {
      const kept = scenario.steps[Math.min(at, scenario.steps.length - 1)];
      let executions = 0;
      const keeps = async ({ steps }: Scenario): Promise<boolean> => {
        executions += 1;
        return steps.some(({ op }) => op === kept?.op);
      };
      const result = await minimise(scenario, any, keeps);
      fc.pre(executions < EXECUTIONS_MAX);
      expect(await minimise(result, any, keeps)).toEqual(result);
    });
    await fc.assert(property, { seed: 4, numRuns: 20 });
  });
});
