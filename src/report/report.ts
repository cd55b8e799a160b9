import type { Rule } from "../contract/rule.ts";
import type { AdapterResult, Report } from "../contract/verdict.ts";
import { requirementSet } from "../judge/requirements.ts";

/**
 * The machine-readable result of a check.
 *
 * @param rules the rules of every profile of the kit: they are the requirement set.
 */
export function createReport(
  kit: Report["kit"],
  rules: readonly Rule<never>[],
  results: readonly AdapterResult[],
): Report {
  return { schemaVersion: 1, kit, requirementSet: requirementSet(rules, kit.version), results };
}

/** The text of `report.json`. */
export function serialiseReport(report: Report): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
