import { z } from "zod";
import type { Baseline, ExecutorBaseline } from "../../contract/baseline.ts";
import type { Rule } from "../../contract/rule.ts";
import { parseStored, UnreadableFileError } from "../../contract/storedFile.ts";
import { nearest } from "../../explore/nearest.ts";

const text = z.string().trim().min(1, { error: "expected a text, got an empty one" });

const knownFailure = {
  rule: text.describe("Id of the rule that fails"),
  reason: text.describe("Why it is left as it is"),
  link: text.describe("Where it is dealt with: a URL, or a path relative to this file"),
  expires: z.iso
    .date({ error: "expected a date as in 2026-11-30" })
    .optional()
    .describe("The first day, in UTC, on which the failure counts again"),
};

const rateMax = z
  .number()
  .gt(0, { error: "expected a share above 0" })
  .lt(1, { error: "expected a share below 1: what fails every time belongs in failures" })
  .describe("The most failures that are still known, as a share of the runs of one scenario");

/** What a baseline file may hold; the published JSON Schema is made from it. */
export const baselineSchema = strict({
  $schema: z.string().optional(),
  schemaVersion: z.literal(1),
  executors: z.array(
    strict({
      name: text.describe("The name of the adapter"),
      failures: z.array(strict(knownFailure)).default([]),
      flaky: z.array(strict({ ...knownFailure, rateMax })).default([]),
    }),
  ),
}) as unknown as z.ZodType<Baseline>;

/** An object without any other key; the refusal of one names the nearest that there is. */
function strict<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === "unrecognized_keys" ? describeKeys(issue.keys, shape) : undefined),
  });
}

function describeKeys([key = ""]: readonly string[], shape: z.core.$ZodShape): string {
  const known = Object.keys(shape);
  const meant = nearest(key, known);
  return `the unknown key ${JSON.stringify(key)} (${meant === undefined ? `there are ${known.join(", ")}` : `did you mean ${JSON.stringify(meant)}?`})`;
}

const EXPECTED = "a baseline";

/**
 * Reads a baseline from the text of a file.
 *
 * @param rules every rule that an entry may name.
 * @throws UnreadableFileError when the text is no JSON or no baseline, or names a rule that there is not, or an executor or
 * a rule of one twice.
 */
export function parseBaseline(source: string, path: string, rules: readonly Rule<never>[]): Baseline {
  const baseline = parseStored(baselineSchema, source, path, EXPECTED);
  const refuse = (got: string): never => {
    throw new UnreadableFileError(path, EXPECTED, got);
  };
  const names = baseline.executors.map(({ name }) => name);
  const twice = repeated(names);
  if (twice !== undefined) refuse(`the executor ${JSON.stringify(twice)} twice: put its entries together`);
  for (const executor of baseline.executors) assertEntries(executor, rules, refuse);
  return baseline;
}

function assertEntries(
  executor: ExecutorBaseline,
  rules: readonly Rule<never>[],
  refuse: (got: string) => never,
): void {
  const who = JSON.stringify(executor.name);
  const ids = [...executor.failures, ...executor.flaky].map(({ rule }) => rule);
  const known = rules.map(({ id }) => id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined) {
    const meant = nearest(unknown, known);
    const hint = meant === undefined ? "`executor-conformance rules` lists them" : `did you mean ${meant}?`;
    refuse(`the unknown rule ${JSON.stringify(unknown)} of the executor ${who}: ${hint}`);
  }
  const twice = repeated(ids);
  if (twice !== undefined) refuse(`two entries for ${twice} of the executor ${who}: keep one, in failures or in flaky`);
}

function repeated(words: readonly string[]): string | undefined {
  return words.find((word, index) => words.indexOf(word) !== index);
}
