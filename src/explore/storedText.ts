import { readFile } from "node:fs/promises";
import { UnreadableFileError } from "../contract/storedFile.ts";

/**
 * The text of a stored file.
 *
 * @param expected what it should hold: "a counterexample".
 * @throws UnreadableFileError when it cannot be read.
 */
export async function readStoredText(path: string, expected: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new UnreadableFileError(path, expected, describeFileError(error));
  }
}

/** Why a file or a folder cannot be read. */
export function describeFileError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const known: Readonly<Record<string, string>> = { ENOENT: "no such file", EISDIR: "a folder", ENOTDIR: "a file" };
  return known[code ?? ""] ?? message;
}
