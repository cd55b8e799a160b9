import { sample } from "fast-check";
import { describe, expect, it } from "vitest";
import reference from "../../../adapters/reference/lane.ts";
import type { LaneRecord } from "../../contract/lane-trace.ts";
import { Runner } from "../../run/runner.ts";
import { ScenarioArbitrary } from "../../scenario/arbitrary.ts";
import type { LaneStep } from "../../scenario/lane/steps.ts";
import type { AnyProfile } from "../profile.ts";
import { laneProfile } from "./profile.ts";

const profile: AnyProfile = laneProfile;

describe("the profile lane", () => {
  it("puts every step into words, and draws every record or knows that it need not", async () => {
    const scenarios = sample(new ScenarioArbitrary("lane", laneProfile.space({ ...reference.capabilities }), 16), {
      seed: 5,
      numRuns: 100,
    });
    const words = new Set(scenarios.flatMap(({ steps }) => steps.map((step) => laneProfile.describeStep(step))));
    expect([...words].filter((text) => !/^[a-z"]/.test(text))).toEqual([]);
    const labels = new Set<string>();
    await new Runner<LaneStep, LaneRecord>(profile, reference).runAll(
      () => scenarios.pop(),
      ({ trace }) => {
        for (const record of trace.records) {
          const drawing = laneProfile.draw(record, trace);
          if (drawing !== undefined) labels.add(`${drawing.from}: ${drawing.label}`);
        }
      },
    );
    expect(labels).toContain("executor: exec");
    expect(labels).toContain("host: submit b1");
  });

  it("has each rule of the contract once, under its capabilities", () => {
    const ids = laneProfile.rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(32);
    expect(ids).toHaveLength(32);
    for (const { capabilities = [] } of laneProfile.rules) {
      for (const needed of capabilities) expect(laneProfile.capabilities).toContain(needed);
    }
  });
});
