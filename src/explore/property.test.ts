import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import referenceDomain from "../../adapters/reference/domain.ts";
import referenceJob from "../../adapters/reference/job.ts";
import referenceLane from "../../adapters/reference/lane.ts";
import type { DomainAdapter } from "../contract/domain.ts";
import type { Scenario } from "../contract/scenario.ts";
import { campaign } from "./campaign.ts";
import { conformanceProperty } from "./property.ts";
import { randomScenarios } from "./random.ts";
import { ScenarioArbitrary } from "../scenario/arbitrary.ts";
import { profileOf } from "../profiles/index.ts";

const keepsPreStopResults: DomainAdapter = {
  ...referenceDomain,
  capabilities: {},
  create: ({ runner, sink }) => ({
    handle: ({ commandId, dlineTid }) =>
      void runner.runBlock({ commandId, dlineTid }).then(
        () => sink.emit({ kind: "tool.block_result", commandId, dlineTid }),
        () => {},
      ),
    halt: async () => {},
    rearm: () => {},
  }),
};

describe("a conformance property", () => {
  test.each([referenceDomain, referenceLane, referenceJob])("holds for $name, by every MUST rule", async (adapter) => {
    await fc.assert(conformanceProperty(adapter), { seed: 3, numRuns: 300 });
  });

  test("fails with the rule, its sentence and the steps, which fast-check has made few", async () => {
    const property = conformanceProperty(keepsPreStopResults, "domain/pre-stop-results-dropped");
    const details = await fc.check(property, { seed: 3, numRuns: 2000 });
    expect(details.failed).toBe(true);
    expect(details.counterexample?.[0].steps.length).toBeLessThanOrEqual(3);
    expect(String(details.errorInstance)).toMatch(
      /domain\/pre-stop-results-dropped: tool\.block_result of c\d .*\nThe rule: After `halt` has been called.*\nThe steps: handle c/,
    );
  });

  test("sees the scenarios that the random part of a campaign begins with", async () => {
    const space = profileOf("domain")!.space(referenceDomain.capabilities ?? {});
    const first = [...randomScenarios(new ScenarioArbitrary("domain", space, 16), 9, 200)];
    const seen: Scenario[] = [];
    const { result } = await campaign(referenceDomain, { seed: 9, runs: 200, scope: false });
    await fc.check(
      fc.asyncProperty(new ScenarioArbitrary("domain", space, 16), async (scenario) => void seen.push(scenario)),
      { seed: 9, numRuns: 200 },
    );
    expect(seen).toEqual(first);
    expect(result.skippedSteps.total).toBe(first.reduce((total, { steps }) => total + steps.length, 0));
  });

  test.each([
    ["domain/nothing-escpaes", /Unknown rule "domain\/nothing-escpaes"/],
    ["domain/budget-falls-back-once", /asks for budget, which the adapter does not declare/],
  ])("refuses %s", (rule, message) => {
    expect(() => conformanceProperty(keepsPreStopResults, rule)).toThrow(message);
  });

  test("works under node:test", async () => {
    const file = join(import.meta.dirname, "fixtures/property.node-test.ts");
    const { stdout } = await promisify(execFile)(process.execPath, ["--import", "jiti/register", "--test", file]);
    expect(stdout).toContain("# pass 2");
  });
});

describe("what a property has shown", () => {
  const refusesAll = {
    ...referenceJob,
    capabilities: { ownerFence: true },
    create: () => ({
      start: () => {
        throw new Error("no");
      },
      read: () => {
        throw new Error("unknown job");
      },
      cancel: () => {
        throw new Error("unknown job");
      },
    }),
  };

  test("is nothing where no run met the rule", async () => {
    const property = conformanceProperty(refusesAll, "job/owner-fence");
    await fc.assert(property, { seed: 1, numRuns: 100 });
    expect(() => property.assertExercised()).toThrow("Never exercised, and so not shown: job/owner-fence");
  });

  test("is its rules where runs met them", async () => {
    const property = conformanceProperty(referenceJob, "job/owner-fence");
    await fc.assert(property, { seed: 1, numRuns: 100 });
    expect(() => property.assertExercised()).not.toThrow();
  });
});

test.each([
  [{ capabilities: { tunrs: true } }, /did you mean "turns"\?/],
  [{ capabilities: undefined, capabilites: { turns: true } }, /did you mean "capabilities"\?/],
  [{ create: undefined }, /Expected a function "create"/],
])("an almost adapter %j is refused wherever it enters", async (change, message) => {
  const almost = { ...referenceDomain, ...change } as unknown as DomainAdapter;
  expect(() => conformanceProperty(almost)).toThrow(message);
  await expect(campaign(almost)).rejects.toThrow(message);
});

test.each([
  [5, {}, /^Expected a rule id, or an array of them, got 5$/],
  ["domain/nothing-escapse", {}, /did you mean domain\/nothing-escapes\?/],
  [undefined, { strategy: "luck" as "walk" }, /^Expected one of weighted, .* as "strategy", got "luck"$/],
])("rules %j and options %j are refused in one sentence", (rules, options, message) => {
  expect(() => conformanceProperty(referenceDomain, rules as string, options)).toThrow(message);
});
