import { z } from "zod";
import { parseStored } from "../../src/contract/storedFile.ts";
import type { Comparison } from "./comparison.ts";

const count = z.number().int().nonnegative();
const ns = z.number().nonnegative();
const spread = z.object({ median: ns, min: ns, max: ns });

const cell = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("measured"),
    size: count,
    latency: z.object({ min: ns, p50: ns, p75: ns, p99: ns, p999: ns, max: ns, mean: ns }),
    throughput: ns,
    samples: count.min(1),
    operationsPerSample: count.min(1),
    quantiles: z.array(ns).min(2),
    ratio: spread.optional(),
    warnings: z.array(z.string()),
  }),
  z.object({ state: z.literal("too-slow"), size: count, message: z.string() }),
  z.object({ state: z.literal("not-measurable"), size: count, message: z.string() }),
  z.object({ state: z.literal("error"), size: count, message: z.string() }),
]);

const who = { name: z.string().min(1), version: z.string().optional() };

const contender = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("measured"),
    ...who,
    cells: z.array(cell),
    slope: z.number().optional(),
    steepest: z.object({ slope: z.number(), from: count, to: count }).optional(),
  }),
  z.object({ state: z.literal("not-applicable"), ...who, lacks: z.array(z.string()) }),
]);

/** What `bench --report json=PATH` writes. */
export const comparisonSchema = z.object({
  schemaVersion: z.literal(1),
  kit: z.object({ name: z.string(), version: z.string() }),
  machine: z.object({ node: z.string(), cpu: z.string(), cores: count }),
  settings: z.object({ timeMs: z.number().nonnegative(), rounds: count }),
  benchmarks: z
    .array(
      z.object({
        id: z.string(),
        profile: z.enum(["domain", "lane", "job"]),
        text: z.string(),
        counts: z.string(),
        contenders: z.array(contender),
      }),
    )
    .min(1),
}) as unknown as z.ZodType<Comparison>;

/**
 * Reads what `bench --report json=PATH` wrote. Fields that this version does not know are left out.
 *
 * @throws UnreadableFileError when the text is no JSON, or no comparison of this schema version.
 */
export function parseComparison(text: string, path: string): Comparison {
  return parseStored(comparisonSchema, text, path, "a comparison of benchmarks");
}
