import { z } from "zod";
import type { ProfileName } from "../contract/adapter.ts";
import type { Scenario } from "../contract/scenario.ts";
import { parseStored, UnreadableFileError } from "../contract/storedFile.ts";
import { profileOf } from "../profiles/index.ts";
import type { AnyRecord } from "../run/runner.ts";

/** A stored counterexample (`counterexample.json`): all it takes to see the same failure again. */
export interface StoredCounterexample {
  readonly schemaVersion: 1;
  readonly kit: { readonly name: string; readonly version: string };
  readonly profile: ProfileName;
  /** `module` is relative to the folder of the file. */
  readonly adapter: { readonly name: string; readonly module: string };
  readonly rule: string;
  readonly scenario: Scenario;
  readonly seed: number;
  readonly traceHash: string;
  /** What happened, so that a replay can say where its trace moved. */
  readonly records?: readonly AnyRecord[];
}

/** A scenario that somebody keeps in a corpus, for every adapter of its profile. */
export interface KeptScenario {
  readonly schemaVersion: 1;
  readonly profile: ProfileName;
  /** Why it is kept. */
  readonly about?: string;
  readonly scenario: Scenario;
}

/** What a counterexample file may hold around its scenario; the published JSON Schema is made from it. */
export const counterexampleSchema = z.strictObject({
  schemaVersion: z.literal(1),
  kit: z.strictObject({ name: z.string(), version: z.string() }),
  profile: z.enum(["domain", "lane", "job"]),
  adapter: z.strictObject({ name: z.string(), module: z.string() }),
  rule: z.string(),
  scenario: z.unknown(),
  seed: z.number().int(),
  traceHash: z.string(),
  records: z
    .array(z.looseObject({ type: z.string(), step: z.number().int().nonnegative(), at: z.number().nonnegative() }))
    .optional(),
});

/** What a kept scenario may hold around its steps. */
export const keptScenarioSchema = z.strictObject({
  schemaVersion: z.literal(1),
  profile: z.enum(["domain", "lane", "job"]),
  about: z.string().optional(),
  scenario: z.unknown(),
});

const EXPECTED = "a counterexample";

/**
 * Reads a stored counterexample from the text of a file.
 *
 * @throws UnreadableFileError when the text is no JSON, or not a counterexample of a profile of this kit.
 */
export async function parseCounterexample(text: string, path: string): Promise<StoredCounterexample> {
  const { records, ...file } = parseStored(counterexampleSchema, text, path, EXPECTED);
  const scenario = await readScenario(file, path, EXPECTED);
  return { ...file, scenario, ...(records === undefined ? {} : { records }) };
}

/**
 * Reads a kept scenario from the text of a file.
 *
 * @throws UnreadableFileError when the text is no JSON, or not a scenario of a profile of this kit.
 */
export async function parseKeptScenario(text: string, path: string): Promise<KeptScenario> {
  const expected = "a scenario, or a counterexample with its rule,";
  const { about, ...file } = parseStored(keptScenarioSchema, text, path, expected);
  const scenario = await readScenario(file, path, expected);
  return { ...file, scenario, ...(about === undefined ? {} : { about }) };
}

async function readScenario(
  file: { readonly profile: ProfileName; readonly scenario?: unknown },
  path: string,
  expected: string,
): Promise<Scenario> {
  const profile = profileOf(file.profile);
  if (profile === undefined) {
    throw new UnreadableFileError(path, expected, `one of the profile ${file.profile}, which this kit does not have`);
  }
  try {
    return await profile.readScenario(file.scenario);
  } catch (error) {
    throw new UnreadableFileError(path, expected, `a scenario that is none: ${describeRefusal(error)}`);
  }
}

function describeRefusal(error: unknown): string {
  if (!(error instanceof z.ZodError)) return String(error);
  const [issue] = error.issues;
  return `${issue?.message ?? ""} at ${issue?.path.map(String).join(".") ?? ""}`;
}
