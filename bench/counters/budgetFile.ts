import { z } from "zod";
import { parseStored } from "../../src/contract/storedFile.ts";
import type { Budget } from "./budget.ts";

const number = z.number().nonnegative();
const counts = z.strictObject({ promises: number, reactions: number, timers: number, listeners: number });

/** What `bench --counters --budget FILE` reads and writes. */
export const budgetSchema: z.ZodType<Budget> = z.strictObject({
  schemaVersion: z.literal(1),
  operations: z.record(z.string(), z.record(z.string(), counts)),
});

/** Reads a budget. @throws UnreadableFileError when the text is no JSON, or no budget of this schema version. */
export function parseBudget(text: string, path: string): Budget {
  return parseStored(budgetSchema, text, path, "a budget of benchmarks");
}
