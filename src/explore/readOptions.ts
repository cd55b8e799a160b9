import type { ProfileName } from "../contract/adapter.ts";
import { describeValue } from "../contract/describeValue.ts";
import type { Scenario } from "../contract/scenario.ts";
import type { CampaignOptions } from "./campaignOptions.ts";
import { UsageError } from "./usageError.ts";

/** What each option must be, and how that reads. */
const OPTIONS: Readonly<Record<string, readonly [expected: string, holds: (value: unknown) => boolean]>> = {
  runs: ["a whole number, 0 or more", (value) => isWhole(value, 0)],
  seed: ["a whole number", (value) => Number.isSafeInteger(value)],
  stepsMax: ["a whole number, 1 or more", (value) => isWhole(value, 1)],
  timeBudgetMs: ["milliseconds, 0 or more", (value) => typeof value === "number" && value >= 0],
  rules: ["an array of rule ids", isTexts],
  scope: [
    "false, or { subjects, controls, tightGaps } with whole numbers",
    (value) => value === false || isScope(value),
  ],
  corpus: ["an array of scenarios", (value) => Array.isArray(value) && value.every(isScenario)],
  shard: ["{ index, count } with an index from 1 to count", isShard],
  strict: ["true or false", (value) => typeof value === "boolean"],
  requirements: ["a requirement set, with its rules", isRequirementSet],
  drain: ['"synchronous" or "portable"', (value) => value === "synchronous" || value === "portable"],
  onProgress: ["a function", isFunction],
  onFailure: ["a function", isFunction],
  replayCommand: ["a function", isFunction],
};

/**
 * Checks the options of a campaign that code has given, which no type checker need have seen.
 *
 * @param profile that of the adapter.
 * @throws UsageError naming the first that is wrong, and what was expected.
 */
export function assertCampaignOptions(options: CampaignOptions, profile: ProfileName): void {
  const given: unknown = options;
  if (!isObject(given)) {
    throw new UsageError(`Expected an object as the options of a campaign, got ${describeValue(given)}`);
  }
  for (const [name, [expected, holds]] of Object.entries(OPTIONS)) {
    const value = given[name];
    if (value !== undefined && !holds(value)) {
      throw new UsageError(`Expected ${expected} as the option "${name}" of a campaign, got ${describeValue(value)}`);
    }
  }
  const foreign = options.corpus?.find((scenario) => scenario.profile !== profile);
  if (foreign !== undefined) {
    throw new UsageError(`Expected a corpus of the profile ${profile}, got a scenario of ${foreign.profile}`);
  }
}

function isWhole(value: unknown, min: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= min;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

function isScope(value: unknown): boolean {
  return isObject(value) && ["subjects", "controls", "tightGaps"].every((name) => isWhole(value[name], 0));
}

/** Whether a value has the parts of a scenario; what is in them is seen when it runs. */
export function isScenario(value: unknown): value is Scenario {
  if (!isObject(value)) return false;
  const { profile, setup, steps } = value;
  return typeof profile === "string" && isObject(setup) && Array.isArray(steps);
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
