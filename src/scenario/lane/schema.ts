import { z } from "zod";
import type { Scenario } from "../../contract/scenario.ts";
import { gapSchema } from "../schema.ts";
import { THROWN_KINDS } from "../thrown.ts";
import type { LaneSetup } from "../../contract/lane-setup.ts";
import type { LaneScenario, LaneStep } from "./steps.ts";

const thrown = z.enum(THROWN_KINDS).optional();
const ambient = z.literal(true).optional();
const gap = gapSchema.optional();

const step = z.discriminatedUnion("op", [
  z.strictObject({
    op: z.literal("submit"),
    batch: z.string(),
    agent: z.string().optional(),
    ends: z.enum(["finish", "fail", "throw"]).optional(),
    thrown,
    signal: z.enum(["watched", "heeded"]).optional(),
    gap,
  }),
  z.strictObject({
    op: z.literal("spawn"),
    batch: z.string(),
    parent: z.string(),
    wait: z.string(),
    ambient,
    gap,
  }),
  z.strictObject({ op: z.literal("finish"), batch: z.string(), calls: z.number().int().min(0).optional(), gap }),
  z.strictObject({ op: z.literal("fail"), batch: z.string(), thrown, gap }),
  z.strictObject({
    op: z.literal("park"),
    batch: z.string().optional(),
    wait: z.string(),
    ambient,
    inside: z.string().optional(),
    throws: thrown,
    gap,
  }),
  z.strictObject({ op: z.literal("end"), wait: z.string(), gap }),
  z.strictObject({ op: z.literal("fail-wait"), wait: z.string(), thrown, gap }),
  z.strictObject({ op: z.literal("cancel"), batch: z.string(), gap }),
  z.strictObject({ op: z.literal("relieve"), extra: z.number().int().positive(), gap }),
  z.strictObject({ op: z.literal("narrow"), upTo: z.number().int().positive(), gap }),
  z.strictObject({ op: z.literal("close"), gap }),
  z.strictObject({ op: z.literal("throw-in"), callback: z.enum(["outcome", "wake"]), gap }),
]);

const setup = z.strictObject({
  width: z.union([z.number().int(), z.literal("NaN")]),
  arrivals: z.literal(true).optional(),
});

/** A scenario of the `lane` profile, as it is stored. */
export const laneScenarioSchema = z.strictObject({
  profile: z.literal("lane"),
  setup,
  steps: z.array(step),
}) as unknown as z.ZodType<LaneScenario & Scenario<LaneStep, LaneSetup>>;
