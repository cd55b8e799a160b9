import type { CampaignOptions } from "./campaignOptions.ts";
import { UsageError } from "./usageError.ts";

/** What each option must be, and how that reads. */
const OPTIONS: Readonly<Record<string, readonly [expected: string, holds: (value: unknown) => boolean]>> = {
  runs: ["a whole number, 0 or more", (value) => isWhole(value, 0)],
  seed: ["a whole number", (value) => Number.isSafeInteger(value)],
  stepsMax: ["a whole number, 1 or more", (value) => isWhole(value, 1)],
  timeBudgetMs: ["milliseconds, 0 or more", (value) => typeof value === "number" && value >= 0],
  rules: ["an array of rule ids", (value) => isArrayOf(value, "string")],
  extraRules: ["an array of rules", (value) => isArrayOf(value, "object")],
  corpus: ["an array of scenarios", (value) => isArrayOf(value, "object")],
  shard: ["{ index, count } with an index from 1 to count", isShard],
  strict: ["true or false", (value) => typeof value === "boolean"],
  requirements: ["a requirement set, with its rules", isRequirementSet],
};

/**
 * Checks the options of a campaign that code has given, which no type checker need have seen.
 *
 * @throws UsageError naming the first that is wrong, and what was expected.
 */
export function assertCampaignOptions(options: CampaignOptions): void {
  if (!isObject(options)) throw new UsageError(`Expected an object as the options of a campaign, got ${show(options)}`);
  for (const [name, [expected, holds]] of Object.entries(OPTIONS)) {
    const value = options[name];
    if (value !== undefined && !holds(value)) {
      throw new UsageError(`Expected ${expected} as the option "${name}" of a campaign, got ${show(value)}`);
    }
  }
}

function isWhole(value: unknown, min: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= min;
}

function isArrayOf(value: unknown, type: "string" | "object"): boolean {
  return Array.isArray(value) && value.every((entry) => typeof entry === type && entry !== null);
}

function isShard(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { index, count } = value;
  return isWhole(count, 1) && isWhole(index, 1) && (index as number) <= (count as number);
}

function isRequirementSet(value: unknown): boolean {
  return isObject(value) && Array.isArray(value["rules"]);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  return isObject(value) ? (Array.isArray(value) ? "an array" : "an object") : String(value);
}
