import type { RequirementSet } from "../contract/requirements.ts";
import type { AdapterResult, Report } from "../contract/verdict.ts";

/**
 * The machine-readable result of a check.
 *
 * @param requirements the set that the executors were held to.
 */
export function createReport(
  kit: Report["kit"],
  { id, hash }: RequirementSet,
  results: readonly AdapterResult[],
): Report {
  return { schemaVersion: 1, kit, requirementSet: { id, hash }, results };
}

/** The text of `report.json`. */
export function serialiseReport(report: Report): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
