import { z } from "zod";
import type { ProfileName } from "../contract/adapter.ts";
import type { Scenario } from "../contract/scenario.ts";
import { parseStored, UnreadableFileError } from "../contract/storedFile.ts";
import { profileOf } from "../profiles/index.ts";

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
});

const EXPECTED = "a counterexample";

/**
 * Reads a stored counterexample from the text of a file.
 *
 * @throws UnreadableFileError when the text is no JSON, or not a counterexample of a profile of this kit.
 */
export async function parseCounterexample(text: string, path: string): Promise<StoredCounterexample> {
  const file = parseStored(counterexampleSchema, text, path, EXPECTED);
  const profile = profileOf(file.profile);
  if (profile === undefined) {
    throw new UnreadableFileError(path, EXPECTED, `one of the profile ${file.profile}, which this kit does not have`);
  }
  try {
    return { ...file, scenario: await profile.readScenario(file.scenario) };
  } catch (error) {
    throw new UnreadableFileError(path, EXPECTED, `a scenario that is none: ${describeRefusal(error)}`);
  }
}

function describeRefusal(error: unknown): string {
  if (!(error instanceof z.ZodError)) return String(error);
  const [issue] = error.issues;
  return `${issue?.message ?? ""} at ${issue?.path.map(String).join(".") ?? ""}`;
}
