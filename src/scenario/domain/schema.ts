import { z } from "zod";
import type { Scenario } from "../../contract/scenario.ts";
import { gapSchema } from "../schema.ts";
import { SETTLED_KINDS, THROWN_KINDS } from "../thrown.ts";
import type { DomainScenario, DomainSetup, DomainStep } from "./steps.ts";

const thrown = z.enum(THROWN_KINDS).optional();
const reason = z.enum(["cancel", "terminate", "detach"]).optional();
const which = z.enum(["revertDiff", "cancelCommand"]);
const gap = gapSchema.optional();

const handle = {
  op: z.literal("handle"),
  command: z.string(),
  commandId: z.string().optional(),
  dlineTid: z.string().optional(),
  turnId: z.string().optional(),
  mode: z.enum(["serial", "parallel"]).optional(),
  throws: thrown,
};
const halt = { op: z.literal("halt"), halt: z.string(), reason, throws: thrown };
const rearm = { op: z.literal("rearm"), halt: z.string().optional() };

const call = z.discriminatedUnion("op", [z.strictObject(handle), z.strictObject(halt), z.strictObject(rearm)]);

const step = z.discriminatedUnion("op", [
  z.strictObject({ ...handle, gap }),
  z.strictObject({ ...halt, gap }),
  z.strictObject({ ...rearm, gap }),
  z.strictObject({ op: z.literal("settle"), command: z.string(), value: z.enum(SETTLED_KINDS).optional(), gap }),
  z.strictObject({ op: z.literal("fail"), command: z.string(), thrown, gap }),
  z.strictObject({ op: z.literal("hang"), command: z.string(), gap }),
  z.strictObject({ op: z.literal("release"), halt: z.string(), gap }),
  z.strictObject({ op: z.literal("fail-release"), halt: z.string(), thrown, gap }),
  z.strictObject({ op: z.literal("hang-release"), halt: z.string(), gap }),
  z.strictObject({ op: z.literal("reset"), which, gap }),
  z.strictObject({ op: z.literal("fail-reset"), which, thrown, gap }),
  z.strictObject({ op: z.literal("hang-reset"), which, gap }),
  z.strictObject({ op: z.literal("throw-reset"), which, thrown, gap }),
  z.strictObject({ op: z.literal("stop"), stop: z.string(), reason, gap }),
  z.strictObject({ op: z.literal("advance"), ms: z.number().int().positive(), gap }),
  z.strictObject({
    op: z.literal("throw-in"),
    callback: z.enum(["emit", "onReleaseError", "onHaltFailure", "releaseFallback"]),
    gap,
  }),
  z.strictObject({ op: z.literal("inside"), callback: z.enum(["emit", "runBlock", "release"]), call, gap }),
  z.strictObject({ op: z.literal("ask"), capability: z.string(), command: z.string().optional(), gap }),
  z.strictObject({ op: z.literal("turn"), turn: z.string(), gap }),
]);

const setup = z.strictObject({
  resources: z.boolean().optional(),
  surface: z.enum(["user", "denied"]).optional(),
  budgetMs: z.number().positive().optional(),
});

/** A scenario of the `domain` profile, as it is stored. */
export const domainScenarioSchema = z.strictObject({
  profile: z.literal("domain"),
  setup,
  steps: z.array(step),
}) as unknown as z.ZodType<DomainScenario & Scenario<DomainStep, DomainSetup>>;
