import { sample } from "fast-check";
import { describe, expect, it } from "vitest";
import type { Scenario } from "../../contract/scenario.ts";
import { profiles } from "../../profiles/index.ts";
import { ScenarioArbitrary } from "../arbitrary.ts";
import { compareCosts, costOf } from "./cost.ts";
import type { DomainScenario } from "../domain/steps.ts";
import { shrinks } from "./shrink.ts";
import { domainSpace } from "../domain/space.ts";
import { jobSpace } from "../job/space.ts";
import { laneSpace } from "../lane/space.ts";
import type { LaneScenario } from "../lane/steps.ts";

describe.each(Object.values(profiles))("simpler scenarios of the profile $name", (profile) => {
  const space = profile.space(Object.fromEntries(profile.capabilities.map((name) => [name, true])));
  const generated = sample(new ScenarioArbitrary(profile.name, space, 16), { seed: 5, numRuns: 20 });
  const simpler = generated.map((scenario) => ({ scenario, all: [...shrinks(scenario, space)] }));

  it("are scenarios that can be stored", async () => {
    for (const { all } of simpler) {
      for (const candidate of all) {
        expect(await profile.readScenario(JSON.parse(JSON.stringify(candidate)))).toEqual(candidate);
      }
    }
  });

  it("each cost less, and are never longer", () => {
    for (const { scenario, all } of simpler) {
      const cost = costOf(scenario, space);
      for (const candidate of all) {
        expect(compareCosts(costOf(candidate, space), cost)).toBeLessThan(0);
        expect(candidate.steps.length).toBeLessThanOrEqual(scenario.steps.length);
      }
    }
  });

  it("weigh less step by step, where one step is made simpler", () => {
    for (const { steps, setup } of generated) {
      for (const step of steps) {
        for (const plainer of space.simpler(step)) expect(space.weight(plainer)).toBeLessThan(space.weight(step));
      }
      for (const plainer of space.simplerSetups(setup)) {
        expect(space.weightOfSetup(plainer)).toBeLessThan(space.weightOfSetup(setup));
      }
    }
  });

  it("know the place of every operation, so that none comes before all others by mistake", () => {
    const ops = new Set(generated.flatMap(({ steps }: Scenario) => steps.map(({ op }) => op)));
    expect([...ops].filter((op) => !space.order.includes(op))).toEqual([]);
  });
});

describe("a domain scenario", () => {
  const space = domainSpace({ turns: true, budget: true, resources: true, surface: true });
  const near = ({ setup = {}, steps }: Partial<DomainScenario>): readonly string[] =>
    Array.from(shrinks({ profile: "domain", setup, steps: steps ?? [] }, space), (simpler) =>
      JSON.stringify([simpler.setup, ...simpler.steps]),
    );
  const written = (setup: object, ...steps: DomainScenario["steps"]): string => JSON.stringify([setup, ...steps]);

  it("loses a step, and what only that step made possible", () => {
    const found = near({
      steps: [
        { op: "handle", command: "c1" },
        { op: "halt", halt: "h1" },
        { op: "settle", command: "c1" },
        { op: "release", halt: "h1" },
      ],
    });
    expect(found).toContain(written({}, { op: "halt", halt: "h1" }, { op: "release", halt: "h1" }));
    expect(found).toContain(written({}, { op: "handle", command: "c1" }, { op: "settle", command: "c1" }));
    expect(found).not.toContain(
      written({}, { op: "halt", halt: "h1" }, { op: "settle", command: "c1" }, { op: "release", halt: "h1" }),
    );
  });

  it("loses a halt together with its rearm", () => {
    const found = near({
      steps: [
        { op: "handle", command: "c1" },
        { op: "halt", halt: "h1" },
        { op: "rearm" },
        { op: "handle", command: "c2" },
      ],
    });
    expect(found).toContain(written({}, { op: "handle", command: "c1" }, { op: "handle", command: "c2" }));
  });

  it("keeps a tight gap where the step between goes", () => {
    const found = near({
      steps: [
        { op: "handle", command: "c1" },
        { op: "settle", command: "c1", gap: 2 },
        { op: "halt", halt: "h1" },
      ],
    });
    expect(found).toContain(written({}, { op: "handle", command: "c1", gap: 2 }, { op: "halt", halt: "h1" }));
  });

  it("keeps the hops of both gaps where the step between goes, as long as they can be stored", () => {
    const hops = (before: number, after: number): readonly string[] =>
      near({
        steps: [
          { op: "handle", command: "c1", gap: before },
          { op: "rearm", gap: after },
          { op: "halt", halt: "h1" },
        ],
      });
    const closer = (gap: number): string =>
      written({}, { op: "handle", command: "c1", gap }, { op: "halt", halt: "h1" });
    expect(hops(2, 1)).toContain(closer(3));
    expect(hops(60, 4)).toContain(closer(64));
    expect(hops(60, 5)).not.toContain(closer(65));
  });

  it("gets calmer gaps: at rest, in the same turn, fewer hops", () => {
    const found = near({
      steps: [
        { op: "handle", command: "c1", gap: 4 },
        { op: "halt", halt: "h1" },
      ],
    });
    for (const gap of [{}, { gap: "turn" as const }, { gap: 1 }, { gap: 2 }, { gap: 3 }]) {
      expect(found).toContain(written({}, { op: "handle", command: "c1", ...gap }, { op: "halt", halt: "h1" }));
    }
  });

  it("gets usual outcomes and a plain error in place of an odd one", () => {
    const found = near({
      steps: [
        { op: "handle", command: "c1" },
        { op: "fail", command: "c1", thrown: "null" },
      ],
    });
    const handle = { op: "handle", command: "c1" } as const;
    expect(found).toContain(written({}, handle, { op: "settle", command: "c1" }));
    expect(found).toContain(written({}, handle, { op: "fail", command: "c1" }));
    expect(found).toContain(written({}, handle, { op: "fail", command: "c1", thrown: "undefined" }));
    expect(found).toContain(written({}, { ...handle, throws: "null" }));
  });

  it("gets plain names in the order of first use, and odd ones replaced one by one", () => {
    const found = near({
      steps: [
        { op: "handle", command: "__proto__" },
        { op: "halt", halt: "h5" },
      ],
    });
    expect(found).toContain(written({}, { op: "handle", command: "c1" }, { op: "halt", halt: "h1" }));
    expect(found).toContain(written({}, { op: "handle", command: "__proto__" }, { op: "halt", halt: "h1" }));
    expect(found).toContain(written({}, { op: "handle", command: "c1" }, { op: "halt", halt: "h5" }));
  });

  it("gets its neighbours in the order of arrival, with plain names again", () => {
    const found = near({
      steps: [
        { op: "handle", command: "c1" },
        { op: "handle", command: "c2" },
        { op: "settle", command: "c2", gap: "turn" },
        { op: "settle", command: "c1" },
      ],
    });
    expect(found).toContain(
      written(
        {},
        { op: "handle", command: "c1" },
        { op: "handle", command: "c2" },
        { op: "settle", command: "c1", gap: "turn" },
        { op: "settle", command: "c2" },
      ),
    );
  });

  it("makes a call by itself in place of one inside a callback, now or later", () => {
    const found = near({
      steps: [
        { op: "inside", callback: "emit", call: { op: "rearm" } },
        { op: "halt", halt: "h1" },
      ],
    });
    expect(found).toContain(written({}, { op: "rearm" }, { op: "halt", halt: "h1" }));
    expect(found).toContain(written({}, { op: "halt", halt: "h1" }, { op: "rearm" }));
  });

  it("gets a plain host, and times that follow its budget", () => {
    const stop = { op: "stop", stop: "h1" } as const;
    const found = near({ setup: { budgetMs: 1000 }, steps: [stop, { op: "advance", ms: 1010 }] });
    expect(found).toContain(written({}, stop, { op: "advance", ms: 1010 }));
    expect(found).toContain(written({}, stop, { op: "advance", ms: 5010 }));
    expect(found).toContain(written({ budgetMs: 50 }, stop, { op: "advance", ms: 60 }));
  });

  it("has one stop in place of two", () => {
    const found = near({
      steps: [
        { op: "halt", halt: "h1" },
        { op: "halt", halt: "h2" },
      ],
    });
    expect(found).toContain(written({}, { op: "halt", halt: "h1" }, { op: "halt", halt: "h1" }));
  });
});

describe("a lane scenario", () => {
  const space = laneSpace({ cancelQueued: true, cancelRunning: true, resize: true });
  const near = (...steps: LaneScenario["steps"]): readonly LaneScenario["steps"][] =>
    Array.from(shrinks({ profile: "lane", setup: { width: 1 }, steps }, space), (simpler) => simpler.steps);

  it("loses a batch while a tight gap gets the few hops that the others take", () => {
    const found = near(
      { op: "submit", batch: "b1" },
      { op: "submit", batch: "b2" },
      { op: "finish", batch: "b1", gap: "turn" },
      { op: "cancel", batch: "b2" },
      { op: "submit", batch: "b3", gap: "turn" },
      { op: "cancel", batch: "b3" },
    );
    for (const gap of [1, 2, 3]) {
      expect(found).toContainEqual([
        { op: "submit", batch: "b1" },
        { op: "submit", batch: "b2" },
        { op: "finish", batch: "b1", gap },
        { op: "cancel", batch: "b2" },
      ]);
    }
  });

  it("has what is done to one batch done to another that came before", () => {
    const submitted = [
      { op: "submit", batch: "b1" },
      { op: "submit", batch: "b2", ends: "finish" },
    ] as const;
    const finish = { op: "finish", batch: "b1" } as const;
    const found = near(...submitted, finish, { op: "cancel", batch: "b2" });
    expect(found).toContainEqual([...submitted, finish, { op: "cancel", batch: "b1" }]);
  });

  it("gives and takes as many permits in one call as in two, and then fewer", () => {
    const relieve = { op: "relieve", extra: 2 } as const;
    const found = near(relieve, { op: "narrow", upTo: 3 }, { op: "relieve", extra: 1 }, { op: "narrow", upTo: 1 });
    expect(found).toContainEqual([
      { ...relieve, extra: 3 },
      { op: "narrow", upTo: 3 },
      { op: "narrow", upTo: 1 },
    ]);
    expect(found).toContainEqual([relieve, { op: "narrow", upTo: 4 }, { op: "relieve", extra: 1 }]);
    for (const upTo of [1, 4, 7]) expect(near({ op: "narrow", upTo: 8 })).toContainEqual([{ op: "narrow", upTo }]);
  });
});

describe("a job scenario", () => {
  it("keeps its owners where a call inside a callback becomes a step: one may be named like another", () => {
    const [al, alice] = [
      { op: "start", job: "j1", owner: "al" },
      { op: "start", job: "j2", owner: "alice" },
    ] as const;
    const disposal = { op: "dispose-owner", owner: "al" } as const;
    const steps = [al, { op: "inside", callback: "completed", call: disposal }, alice] as const;
    const space = jobSpace({ disposeOwner: true });
    const found = Array.from(shrinks({ profile: "job", setup: {}, steps }, space), (simpler) => simpler.steps);
    expect(found).toContainEqual([al, alice, disposal]);
  });
});
