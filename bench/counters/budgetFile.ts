import { z } from "zod";
import { parseStored } from "../../src/contract/storedFile.ts";
import type { Budget } from "./budget.ts";
import type { Counts } from "./hooks.ts";

/** The budget as it is committed. */
interface StoredBudget {
  readonly schemaVersion: 1;
  readonly operations: Readonly<Record<string, Readonly<Record<string, Counts>>>>;
}

const number = z.number().nonnegative();
const counts = z.strictObject({ promises: number, reactions: number, timers: number, listeners: number });

/** What `bench --counters --budget FILE` reads and writes. */
export const budgetSchema: z.ZodType<StoredBudget> = z.strictObject({
  schemaVersion: z.literal(1),
  operations: z.record(z.string(), z.record(z.string(), counts)),
});

/** Reads a budget. @throws UnreadableFileError when the text is no JSON, or no budget of this schema version. */
export function parseBudget(text: string, path: string): Budget {
  const { operations } = parseStored(budgetSchema, text, path, "a budget of benchmarks");
  return new Map(
    Object.entries(operations).map(([adapter, byBenchmark]) => [adapter, new Map(Object.entries(byBenchmark))]),
  );
}

/** The text of a budget as JSON. */
export function serialiseBudget(budget: Budget): string {
  const operations = Object.fromEntries(
    [...budget].map(([adapter, byBenchmark]) => [adapter, Object.fromEntries(byBenchmark)]),
  );
  return `${JSON.stringify({ schemaVersion: 1, operations } satisfies StoredBudget, undefined, 2)}\n`;
}
