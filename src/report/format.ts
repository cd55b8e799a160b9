import type { ProfileName } from "../contract/adapter.ts";
import type { Report } from "../contract/verdict.ts";
import type { AnyProfile } from "../profiles/index.ts";

/** Finds the profile that judged a result: it draws its traces and has the texts of its rules. */
export type ProfileLookup = (name: ProfileName) => AnyProfile;

/**
 * Writes a report in one format.
 *
 * It is a pure function of what is stored in `report.json`: whoever renders the stored report later gets the same text,
 * on whatever machine. Rules and results stand in the order of the report.
 */
export type ReportFormat = (report: Report, profileOf: ProfileLookup) => string;
