import { z } from "zod";
import { domainRecordSchema, domainSetupSchema } from "./records/domain.ts";
import { jobRecordSchema, jobSetupSchema } from "./records/job.ts";
import { laneRecordSchema, laneSetupSchema } from "./records/lane.ts";
import { index } from "./records/common.ts";

const common = {
  schemaVersion: z.literal(1),
  kit: z.strictObject({ name: z.string(), version: z.string() }),
  capabilities: z.array(z.string()),
  /** `recorded`: of an executor at work, where the kit decided nothing and watched only what passed by it. */
  source: z.enum(["run", "recorded"]),
  settleMs: z.number().min(0),
};

/** The first line of a trace. */
export const headerSchema = z.discriminatedUnion("profile", [
  z.strictObject({ ...common, profile: z.literal("domain"), setup: domainSetupSchema }),
  z.strictObject({ ...common, profile: z.literal("lane"), setup: laneSetupSchema }),
  z.strictObject({ ...common, profile: z.literal("job"), setup: jobSetupSchema }),
]);

export type TraceHeader = z.infer<typeof headerSchema>;

/** The last line of a trace; without it, nobody knows what is missing. */
export const footerSchema = z.strictObject({
  type: z.literal("end"),
  /** How many records the trace has. */
  records: index,
  /** The first record that is a call whose meaning the contract leaves open: nothing can be judged from it on. */
  undecided: z.strictObject({ seq: index, why: z.string() }).optional(),
});

export type TraceFooter = z.infer<typeof footerSchema>;

/** The records of each profile. */
export const recordSchemas = {
  domain: domainRecordSchema,
  lane: laneRecordSchema,
  job: jobRecordSchema,
} as const;

/** Any line of `trace.jsonl`; the published JSON Schema is made from it. */
export const traceLineSchema = z.union([headerSchema, ...Object.values(recordSchemas), footerSchema]);
