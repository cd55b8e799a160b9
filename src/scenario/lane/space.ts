import type { LaneCapabilities } from "../../contract/lane.ts";
import type { RandomSource, ScenarioSpace } from "../space.ts";
import { BoundedLane } from "./bounded.ts";
import type { LaneSetup } from "../../contract/lane-setup.ts";
import type { LaneStep } from "./steps.ts";
import { WeightedLane } from "./weighted.ts";

/** Narrow lanes queue soonest; wide ones are where overtaking and half-free lanes show. */
const WIDTHS = [1, 1, 1, 2, 2, 2, 3, 4] as const;

/** Each works as 1. */
const CLAMPED = [0, -1, "NaN"] as const;

/** One permit shows every leak soonest, and queues soonest. */
const BOUNDED_SETUP: LaneSetup = { width: 1, arrivals: true };

/** The scenarios of the `lane` profile, for an adapter with these capabilities. */
export function laneSpace(can: LaneCapabilities): ScenarioSpace<LaneStep, LaneSetup> {
  return {
    setup: (random) => chooseSetup(can, random),
    start: (setup) => new WeightedLane(setup, can),
    bounded: (batches, controls) => new BoundedLane(batches, controls, BOUNDED_SETUP, can),
    boundedSetup: BOUNDED_SETUP,
    simpler,
    simplerSetups,
    names,
  };
}

function chooseSetup(can: LaneCapabilities, random: RandomSource): LaneSetup {
  const widths = can.clamp === true && random.nextInt(1, 10) === 1 ? CLAMPED : WIDTHS;
  const width = widths[random.nextInt(0, widths.length - 1)] ?? 1;
  return { width, ...(random.nextInt(1, 3) === 1 ? { arrivals: true } : {}) };
}

function simplerSetups({ width, arrivals }: LaneSetup): LaneSetup[] {
  const load = arrivals === undefined ? {} : { arrivals };
  return [...(arrivals === undefined ? [] : [{ width }]), ...(width === 1 ? [] : [{ width: 1, ...load }])];
}

/** Simpler versions of a step: without what makes it special, one thing at a time. */
function simpler(step: LaneStep): readonly LaneStep[] {
  switch (step.op) {
    case "submit":
      return without(step, "agent", "ends", "thrown", "signal");
    case "spawn":
      return without(step, "ambient");
    case "finish":
      return without(step, "calls");
    case "fail":
      return [...without(step, "thrown"), plain(step, "finish")];
    case "park":
      return without(step, "ambient", "inside", "throws");
    case "fail-wait":
      return [...without(step, "thrown"), plain(step, "end")];
    case "relieve":
      return step.extra === 1 ? [] : [{ ...step, extra: 1 }];
    case "narrow":
      return step.upTo === 1 ? [] : [{ ...step, upTo: 1 }];
    case "end":
    case "cancel":
    case "close":
    case "throw-in":
      return [];
  }
}

function without(step: LaneStep, ...keys: string[]): LaneStep[] {
  const present = keys.filter((key) => key in step);
  return present.map(
    (dropped) => Object.fromEntries(Object.entries(step).filter(([key]) => key !== dropped)) as unknown as LaneStep,
  );
}

/** The step that ends the same thing well. */
function plain({ thrown: _, ...rest }: Extract<LaneStep, { thrown?: unknown }>, op: "finish" | "end"): LaneStep {
  return { ...rest, op } as LaneStep;
}

/** The batches and the waits that a step is about. */
function names(step: LaneStep): readonly string[] {
  switch (step.op) {
    case "spawn":
      return [step.batch, step.parent, step.wait];
    case "park":
      return step.batch === undefined ? [step.wait] : [step.batch, step.wait];
    case "end":
    case "fail-wait":
      return [step.wait];
    case "submit":
    case "finish":
    case "fail":
    case "cancel":
      return [step.batch];
    case "relieve":
    case "narrow":
    case "close":
    case "throw-in":
      return [];
  }
}
