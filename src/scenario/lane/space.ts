import type { LaneCapabilities } from "../../contract/lane.ts";
import type { RandomSource, ScenarioSpace } from "../space.ts";
import { BoundedLane } from "./bounded.ts";
import type { LaneSetup } from "../../contract/lane-setup.ts";
import type { LaneStep } from "./steps.ts";
import { simplerLanes } from "./simpler.ts";
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
    ...simplerLanes,
  };
}

function chooseSetup(can: LaneCapabilities, random: RandomSource): LaneSetup {
  const widths = can.clamp === true && random.nextInt(1, 10) === 1 ? CLAMPED : WIDTHS;
  const width = widths[random.nextInt(0, widths.length - 1)] ?? 1;
  return { width, ...(random.nextInt(1, 3) === 1 ? { arrivals: true } : {}) };
}
