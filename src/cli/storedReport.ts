import { readFile } from "node:fs/promises";
import { UnreadableFileError } from "../contract/storedFile.ts";
import type { Report } from "../contract/verdict.ts";

/**
 * Reads a stored `report.json`.
 *
 * @throws UnreadableFileError when the file cannot be read or is not a report.
 */
export async function readReport(path: string): Promise<Report> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const known: Readonly<Record<string, string>> = { ENOENT: "no such file", EISDIR: "a folder", ENOTDIR: "a file" };
    throw new UnreadableFileError(path, "a report", known[code ?? ""] ?? message);
  }
  // The reader's schemas cost 100 ms, and most commands have no report to read.
  const { parseReport } = await import("../report/reportFile.ts");
  return parseReport(text, path);
}
