import type { Report } from "../contract/verdict.ts";
import { readStoredText } from "../explore/storedText.ts";

/**
 * Reads a stored `report.json`.
 *
 * @throws UnreadableFileError when the file cannot be read or is not a report.
 */
export async function readReport(path: string): Promise<Report> {
  const text = await readStoredText(path, "a report");
  // The reader's schemas cost 100 ms, and most commands have no report to read.
  const { parseReport } = await import("../report/reportFile.ts");
  return parseReport(text, path);
}
