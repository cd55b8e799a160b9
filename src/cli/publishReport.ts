import type { Report } from "../contract/verdict.ts";
import { writeReports, type ReportTarget } from "./reportTarget.ts";
import type { Session } from "./session.ts";

/**
 * Writes what a check found to wherever it was asked for, and says where that is.
 *
 * @throws UsageError when a target cannot be written after all.
 */
export async function publishReport(
  report: Report,
  targets: readonly ReportTarget[],
  { terminal }: Session,
): Promise<void> {
  const written = await writeReports(targets, report);
  if (written.length > 0) terminal.write(written);
}
