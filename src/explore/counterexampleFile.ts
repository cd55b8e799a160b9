import { z } from "zod";
import type { ProfileName } from "../contract/adapter.ts";
import type { Scenario } from "../contract/scenario.ts";
import { profileOf } from "../profiles/index.ts";

/** A stored counterexample (`counterexample.json`): all it takes to see the same failure again. */
export interface StoredCounterexample {
  readonly schemaVersion: 1;
  readonly kit: { readonly name: string; readonly version: string };
  readonly profile: ProfileName;
  readonly adapter: { readonly name: string; readonly module: string };
  readonly rule: string;
  readonly scenario: Scenario;
  readonly seed: number;
  readonly traceHash: string;
}

const fileSchema = z.strictObject({
  schemaVersion: z.literal(1),
  kit: z.strictObject({ name: z.string(), version: z.string() }),
  profile: z.enum(["domain", "lane", "job"]),
  adapter: z.strictObject({ name: z.string(), module: z.string() }),
  rule: z.string(),
  scenario: z.unknown(),
  seed: z.number().int(),
  traceHash: z.string(),
});

/** A file that was to be read and is not what it should be; the message names the file, the place and what was expected. */
export class UnreadableFileError extends Error {
  override readonly name = "UnreadableFileError";
}

/**
 * Reads a stored counterexample from the text of a file.
 *
 * @throws UnreadableFileError when the text is no JSON, or not a counterexample of a profile of this kit.
 */
export async function parseCounterexample(text: string, path: string): Promise<StoredCounterexample> {
  const refuse = (why: string): never => {
    throw new UnreadableFileError(`Expected a counterexample in ${path}, got ${why}`);
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse(`text that is not JSON: ${(error as Error).message}`);
  }
  const file = fileSchema.safeParse(value);
  if (!file.success) return refuse(describeIssue(file.error));
  const profile = profileOf(file.data.profile);
  if (profile === undefined) return refuse(`one of the profile ${file.data.profile}, which this kit does not have`);
  try {
    return { ...file.data, scenario: await profile.readScenario(file.data.scenario) };
  } catch (error) {
    return refuse(error instanceof z.ZodError ? `a scenario that is none: ${describeIssue(error)}` : String(error));
  }
}

function describeIssue({ issues: [issue] }: z.ZodError): string {
  if (issue === undefined) return "something else";
  const place = issue.path.length === 0 ? "" : ` at ${issue.path.map(String).join(".")}`;
  return `${issue.message}${place}`;
}
