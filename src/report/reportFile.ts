import { z } from "zod";
import { parseStored } from "../contract/storedFile.ts";
import type { Report } from "../contract/verdict.ts";

const count = z.number().int().nonnegative();
const profile = z.enum(["domain", "lane", "job"]);

const brokenRun = z.object({
  scenario: z.looseObject({ profile, setup: z.looseObject({}), steps: z.array(z.looseObject({ op: z.string() })) }),
  trace: z.object({
    profile,
    capabilities: z.array(z.string()),
    settleMs: z.number().nonnegative(),
    setup: z.looseObject({}),
    records: z.array(z.looseObject({ type: z.string(), step: count, at: z.number() })),
  }),
  at: count,
});

const counterexample = brokenRun.extend({
  steps: count,
  message: z.string(),
  replay: z.string(),
  traceHash: z.string(),
  deterministic: z.boolean(),
  rate: z.object({ failures: count, runs: count }).optional(),
  found: brokenRun,
  foundBy: z.string(),
});

const ruleResult = z
  .object({
    id: z.string().min(1),
    level: z.enum(["MUST", "SHOULD"]),
    verdict: z.enum(["pass", "fail", "not-applicable", "not-exercised", "inconclusive", "known-failure", "error"]),
    exercised: count,
    message: z.string().optional(),
    counterexample: counterexample.optional(),
    notRequired: z.literal(true).optional(),
    baseline: z
      .object({ reason: z.string(), link: z.string(), expires: z.string().optional(), refused: z.string().optional() })
      .optional(),
  })
  .refine(({ verdict, exercised }) => verdict !== "pass" || exercised > 0, {
    message: "a rule that was never exercised cannot pass",
  })
  // The same for JSON Schema, which a refinement has no form in.
  .meta({
    anyOf: [
      { properties: { verdict: { not: { const: "pass" } } } },
      { properties: { exercised: { type: "integer", minimum: 1 } } },
    ],
  });

const verdict = z.enum(["conformant", "not conformant", "inconclusive", "error"]);

const adapterResult = z.object({
  adapter: z.object({
    name: z.string().min(1),
    version: z.string().optional(),
    profile,
    capabilities: z.array(z.string()),
  }),
  verdict,
  besidesKnown: verdict.optional(),
  reasons: z.array(z.string()),
  strict: z.literal(true).optional(),
  error: z.string().optional(),
  stale: z.array(z.string()).optional(),
  seed: z.number().int(),
  runs: count,
  scope: z
    .object({
      subjects: count,
      controls: count,
      tightGaps: count,
      schedules: count,
      complete: z.boolean(),
      of: z.object({ count: z.number().nonnegative(), isExact: z.boolean() }).optional(),
    })
    .optional(),
  schedules: z.object({ corpus: count, exhaustive: count, random: count }),
  strategies: z.array(z.object({ name: z.string(), runs: count, found: z.array(z.string()) })),
  situations: z.array(
    z.object({ id: z.string(), text: z.string(), runs: count, notRequired: z.literal(true).optional() }),
  ),
  determinism: z
    .object({
      audited: count,
      differing: count,
      example: z
        .object({ scenario: brokenRun.shape.scenario, step: count, records: z.array(z.string().nullable()).max(2) })
        .optional(),
    })
    .optional(),
  shard: z.object({ index: count, count, plan: z.string() }).optional(),
  notRun: count,
  skippedSteps: z.object({ skipped: count, total: count }),
  lateRuns: count,
  durationMs: z.number().nonnegative(),
  // An empty list would let a report pass that judged nothing.
  rules: z.array(ruleResult).min(1),
});

/** What `report.json` may hold; the published JSON Schema is made from it. */
export const reportSchema = z.object({
  schemaVersion: z.literal(1),
  kit: z.object({ name: z.string(), version: z.string() }),
  requirementSet: z.object({ id: z.string(), hash: z.string() }),
  results: z.array(adapterResult).min(1),
}) as unknown as z.ZodType<Report>;

/**
 * Reads a report from the text of `report.json`. Fields that this version does not know stay, so that what is written again
 * is what was read.
 *
 * @throws UnreadableFileError when the text is no JSON, or not a report of this schema version.
 * @example
 * ```ts
 * const { results } = parseReport(await readFile("report.json", "utf8"), "report.json");
 * ```
 */
export function parseReport(text: string, path: string): Report {
  parseStored(reportSchema, text, path, "a report");
  return JSON.parse(text) as Report;
}
