import { sample } from "fast-check";
import { describe, expect, it } from "vitest";
import type { JobCapabilities } from "../../contract/job.ts";
import { ScenarioArbitrary } from "../arbitrary.ts";
import { enumerate } from "../enumerate.ts";
import { jobScenarioSchema } from "./schema.ts";
import { jobSpace } from "./space.ts";
import type { JobCall, JobScenario, JobStep } from "./steps.ts";

const EVERYTHING: JobCapabilities = {
  list: true,
  get: true,
  wait: true,
  output: true,
  notices: true,
  ownerFence: true,
  noTokenFence: true,
  unowned: true,
  validation: true,
  settledKill: true,
  dispose: true,
  disposeOwner: true,
  presentation: true,
};

function generated(capabilities: JobCapabilities, numRuns = 1000): readonly JobScenario[] {
  return sample(new ScenarioArbitrary("job", jobSpace(capabilities), 16), { seed: 1, numRuns });
}

function callsIn({ steps }: JobScenario): readonly (JobCall | JobStep)[] {
  return steps.flatMap((step): (JobCall | JobStep)[] => (step.op === "inside" ? [step, step.call] : [step]));
}

describe("generated job scenarios", () => {
  it("are stored and read again as they are", () => {
    for (const scenario of generated(EVERYTHING)) {
      expect(jobScenarioSchema.parse(JSON.parse(JSON.stringify(scenario)))).toEqual(scenario);
    }
  });

  it("ask for nothing that the adapter does not declare", () => {
    for (const call of generated({}).flatMap(callsIn)) {
      expect(["get", "list", "wait", "dispose", "dispose-owner"]).not.toContain(call.op);
      if ("by" in call && "job" in call) expect.fail(`a stranger at ${call.job}`);
      if (call.op !== "start") continue;
      expect(call.owner).toBeTruthy();
      expect(call.empty).toBeUndefined();
    }
  });

  it("know owners that begin like another, are empty or are none", () => {
    const starts = generated(EVERYTHING)
      .flatMap(callsIn)
      .filter(({ op }) => op === "start");
    const owners = new Set(starts.map((start) => ("owner" in start ? start.owner : undefined)));
    expect(owners).toEqual(new Set(["al", "alice", "bob", "", "__proto__", undefined]));
  });

  it("cancel before and after an end in the same turn", () => {
    const pairs = new Set<string>();
    for (const { steps } of generated(EVERYTHING)) {
      for (const [index, step] of steps.entries()) {
        const next = steps[index + 1];
        const about = "job" in step ? step.job : undefined;
        if (step.gap === "turn" && next !== undefined && "job" in next && next.job === about) {
          pairs.add(`${step.op} ${next.op}`);
        }
      }
    }
    expect([...pairs]).toEqual(expect.arrayContaining(["cancel exit", "exit cancel", "cancel cancel", "output exit"]));
  });

  it("start nothing for an owner after its disposal", () => {
    for (const scenario of generated(EVERYTHING)) {
      const gone = new Set<string>();
      for (const call of callsIn(scenario)) {
        if (call.op === "dispose-owner") gone.add(call.owner);
        if (call.op === "start" && call.owner !== undefined) expect(gone).not.toContain(call.owner);
      }
    }
  });
});

describe("the small scope of jobs", () => {
  it("names jobs in order, and enumerates no schedule twice", () => {
    const scope = { subjects: 2, controls: 1, tightGaps: 1 };
    const all = [...enumerate("job", jobSpace(EVERYTHING), scope)].map((scenario) => JSON.stringify(scenario.steps));
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((steps) => steps.includes('"j2"') && !steps.includes('"j1"'))).toEqual([]);
  });

  it("grows to the size that reports name", () => {
    const count = (tightGaps: number): number =>
      [...enumerate("job", jobSpace(EVERYTHING), { subjects: 2, controls: 2, tightGaps })].length;
    expect([count(0), count(1)]).toEqual([4193, 84_461]);
  });
});
