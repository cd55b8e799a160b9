import type { ZodType } from "zod";

/** A file that was to be read and is not what it should be; the message names the file, the place and what was expected. */
export class UnreadableFileError extends Error {
  override readonly name = "UnreadableFileError";

  /**
   * @param path the file.
   * @param expected what it should hold: "a counterexample".
   * @param got what it holds instead.
   */
  constructor(path: string, expected: string, got: string) {
    super(`Expected ${expected} in ${path}, got ${got}`);
  }
}

/**
 * Reads the text of a JSON file by a schema.
 *
 * @param expected what the file should hold: "a counterexample".
 * @throws UnreadableFileError when the text is no JSON, or does not fit the schema.
 */
export function parseStored<T>(schema: ZodType<T>, text: string, path: string, expected: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UnreadableFileError(path, expected, `text that is not JSON: ${(error as Error).message}`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  // A misspelt key explains the one that is missing.
  const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  const place = issue === undefined || issue.path.length === 0 ? "" : ` at ${issue.path.map(String).join(".")}`;
  throw new UnreadableFileError(path, expected, `something else: ${issue?.message ?? "not a value of it"}${place}`);
}
