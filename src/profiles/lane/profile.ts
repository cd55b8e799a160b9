import { laneFacts, laneRules, type LaneFacts } from "../../../properties/lane/index.ts";
import type { LaneRecord } from "../../contract/lane-trace.ts";
import type { LaneAdapter } from "../../contract/lane.ts";
import { LaneWorld } from "../../run/lane/world.ts";
import { METHODS } from "../../run/methods.ts";
import { laneSituations } from "../../scenario/lane/situations.ts";
import { laneSpace } from "../../scenario/lane/space.ts";
import type { LaneSetup } from "../../contract/lane-setup.ts";
import type { LaneStep } from "../../scenario/lane/steps.ts";
import type { Profile } from "../profile.ts";
import { describeLaneStep } from "./describe.ts";
import { drawLaneRecord } from "./draw.ts";

/** The profile `lane`: a semaphore for batches of tool calls that can hand their permit back while they wait. */
export const laneProfile: Profile<LaneStep, LaneSetup, LaneRecord, LaneFacts> = {
  name: "lane",
  capabilities: [
    "offLane",
    "ambientOffLane",
    "stats",
    "fifo",
    "wake",
    "resize",
    "clamp",
    "close",
    "cancelQueued",
    "cancelRunning",
  ],
  methods: METHODS.lane,
  rules: laneRules,
  situations: laneSituations,
  space: laneSpace,
  createWorld: (adapter, scenario, recorder) => new LaneWorld(adapter as LaneAdapter, scenario, recorder),
  index: laneFacts,
  smallScope: { subjects: 2, controls: 1, tightGaps: 1 },
  scopeNames: { subjects: "batches", controls: "parks, cancels and other controls" },
  readScenario: async (value) => (await import("../../scenario/lane/schema.ts")).laneScenarioSchema.parse(value),
  describeStep: describeLaneStep,
  silentSteps: new Set(["throw-in"]),
  draw: drawLaneRecord,
};
