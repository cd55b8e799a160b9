import { sample } from "fast-check";
import { describe, expect, it } from "vitest";
import type { LaneCapabilities } from "../../contract/lane.ts";
import { ScenarioArbitrary } from "../arbitrary.ts";
import { enumerate } from "../enumerate.ts";
import { laneScenarioSchema } from "./schema.ts";
import { laneSpace } from "./space.ts";
import type { LaneScenario } from "./steps.ts";

const all: LaneCapabilities = {
  offLane: true,
  ambientOffLane: true,
  resize: true,
  clamp: true,
  close: true,
  cancelQueued: true,
  cancelRunning: true,
};

function generated(can: LaneCapabilities, count: number): LaneScenario[] {
  return sample(new ScenarioArbitrary("lane", laneSpace(can), 16), { seed: 3, numRuns: count });
}

describe("the scenarios of a lane", () => {
  it("can be stored", () => {
    for (const scenario of generated(all, 60)) {
      expect(laneScenarioSchema.parse(JSON.parse(JSON.stringify(scenario)))).toEqual(scenario);
    }
  });

  it("ask for nothing that the adapter does not declare", () => {
    const ops = new Set(generated({}, 200).flatMap(({ steps }) => steps.map(({ op }) => op)));
    expect(ops).toEqual(new Set(["submit", "finish", "fail", "throw-in"]));
    for (const { setup } of generated({}, 200)) expect(setup.width).toBeGreaterThanOrEqual(1);
  });

  it("never have two batches of one agent in flight at rest", () => {
    for (const { steps } of generated(all, 300)) {
      const names = steps.flatMap((step) => (step.op === "submit" || step.op === "spawn" ? [step.batch] : []));
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it("reach every kind of step", () => {
    const ops = new Set(generated(all, 300).flatMap(({ steps }) => steps.map(({ op }) => op)));
    expect([...ops].toSorted()).toEqual([
      "cancel",
      "close",
      "end",
      "fail",
      "fail-wait",
      "finish",
      "narrow",
      "park",
      "relieve",
      "spawn",
      "submit",
      "throw-in",
    ]);
  });

  it("are enumerated without repetition", () => {
    const scope = { subjects: 2, controls: 1, tightGaps: 1 };
    const texts = Array.from(enumerate("lane", laneSpace(all), scope), ({ steps }) => JSON.stringify(steps));
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.length).toBeGreaterThan(1000);
  });
});
