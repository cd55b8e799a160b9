import { z } from "zod";
import type { Scenario } from "../../contract/scenario.ts";
import { gapSchema } from "../schema.ts";
import { THROWN_KINDS } from "../thrown.ts";
import type { JobScenario, JobSetup, JobStep } from "./steps.ts";

const thrown = z.enum(THROWN_KINDS).optional();
const gap = gapSchema.optional();
const by = z.string().nullable().optional();
const fault = z.enum(["throws", "rejects"]);
const detail = z.literal(true).optional();
const job = z.string();

const start = {
  op: z.literal("start"),
  job,
  owner: z.string().optional(),
  label: z.string().optional(),
  final: z.literal(true).optional(),
  instant: z.enum(["exit", "reject"]).optional(),
  onCancel: z.enum(["throws", "settles"]).optional(),
  throws: thrown,
  empty: z.enum(["kind", "label"]).optional(),
};
const target = { job: job.optional(), id: z.string().optional(), like: z.string().optional(), by };
const read = { op: z.enum(["read", "get"]), ...target };
const cancel = { op: z.literal("cancel"), reason: z.string().optional(), ...target };
const wait = { op: z.literal("wait"), ms: z.number().int().min(0), ...target };
const list = { op: z.literal("list"), by: z.string().nullable() };
const disposeOwner = { op: z.literal("dispose-owner"), owner: z.string() };
const dispose = { op: z.literal("dispose") };

interface Targets {
  readonly job?: unknown;
  readonly id?: unknown;
  readonly like?: unknown;
}

const namesOne = (step: Targets): boolean =>
  [step.job, step.id, step.like].filter((name) => name !== undefined).length === 1;
const NAMES_ONE = "Expected exactly one of job, id and like";

const call = z.discriminatedUnion("op", [
  z.strictObject(start),
  z.strictObject(read).refine(namesOne, NAMES_ONE),
  z.strictObject(cancel).refine(namesOne, NAMES_ONE),
  z.strictObject(wait).refine(namesOne, NAMES_ONE),
  z.strictObject(list),
  z.strictObject(disposeOwner),
  z.strictObject(dispose),
]);

const step = z.discriminatedUnion("op", [
  z.strictObject({ ...start, gap }),
  z.strictObject({ ...read, gap }).refine(namesOne, NAMES_ONE),
  z.strictObject({ ...cancel, gap }).refine(namesOne, NAMES_ONE),
  z.strictObject({ ...wait, gap }).refine(namesOne, NAMES_ONE),
  z.strictObject({ ...list, gap }),
  z.strictObject({ ...disposeOwner, gap }),
  z.strictObject({ ...dispose, gap }),
  z.strictObject({ op: z.literal("output"), job, gap }),
  z.strictObject({ op: z.enum(["exit", "fail", "kill"]), job, detail, gap }),
  z.strictObject({ op: z.literal("reject"), job, thrown, gap }),
  z.strictObject({ op: z.literal("hang"), job, gap }),
  z.strictObject({ op: z.literal("advance"), ms: z.number().int().positive(), gap }),
  z.strictObject({ op: z.literal("fault-in"), callback: z.enum(["completed", "present"]), fault, gap }),
  z.strictObject({ op: z.literal("inside"), callback: z.enum(["completed", "start", "cancel", "present"]), call, gap }),
]);

/** A scenario of the `job` profile, as it is stored. */
export const jobScenarioSchema = z.strictObject({
  profile: z.literal("job"),
  setup: z.strictObject({ look: z.enum(["get", "list", "read"]).optional() }),
  steps: z.array(step),
}) as unknown as z.ZodType<JobScenario & Scenario<JobStep, JobSetup>>;
