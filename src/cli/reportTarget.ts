import { writeFile } from "node:fs/promises";
import { InvalidArgumentError } from "commander";
import type { ProfileName } from "../contract/adapter.ts";
import type { Report } from "../contract/verdict.ts";
import { nearest } from "../explore/nearest.ts";
import { UsageError } from "../explore/usageError.ts";
import { profileOf, type AnyProfile } from "../profiles/index.ts";
import { renderBadge } from "../report/badge.ts";
import { renderCtrf } from "../report/ctrf.ts";
import type { ReportFormat } from "../report/format.ts";
import { renderJunit } from "../report/junit.ts";
import { renderHtml } from "../report/html/page.ts";
import { renderMarkdown } from "../report/markdown.ts";
import { serialiseReport } from "../report/report.ts";
import { visible } from "../report/text.ts";
import { cannotWrite } from "./writable.ts";

/** How each format is written. */
export const FORMATS: Readonly<Record<string, ReportFormat>> = {
  json: serialiseReport,
  junit: renderJunit,
  ctrf: renderCtrf,
  html: renderHtml,
  markdown: renderMarkdown,
  badge: renderBadge,
};

/** Where something goes, and how it is written. */
export interface FormatTarget<Write> {
  /** A key of the formats. */
  readonly format: string;
  readonly path: string;
  readonly write: Write;
}

export type ReportTarget = FormatTarget<ReportFormat>;

/** A parser that collects `FORMAT=PATH`, for these formats. */
export function formatTarget<Write>(
  formats: Readonly<Record<string, Write>>,
): (text: string, before?: readonly FormatTarget<Write>[]) => readonly FormatTarget<Write>[] {
  const known = Object.keys(formats);
  return (text, before = []) => {
    const [, format = "", path = ""] = /^([^=]*)=(.+)$/s.exec(text) ?? [];
    if (path === "") throw new InvalidArgumentError(`Expected FORMAT=PATH, as in ${known[0]}=report.json.`);
    const write = Object.hasOwn(formats, format) ? formats[format] : undefined;
    if (write !== undefined) return [...before, { format, path, write }];
    const meant = nearest(format, known);
    throw new InvalidArgumentError(
      `This version writes ${known.join(", ")}, and not ${JSON.stringify(format)}${meant === undefined ? "." : `; did you mean ${meant}?`}`,
    );
  };
}

/** Collects `FORMAT=PATH` of a report. */
export const reportTarget = formatTarget(FORMATS);

/** What became of the targets of a report. */
export interface Written {
  /** One for each that is written, which says where it is. */
  readonly lines: readonly string[];
  /** One for each that could not be written after all. */
  readonly problems: readonly string[];
}

/** Writes a report to every target. */
export async function writeReports(targets: readonly ReportTarget[], report: Report): Promise<Written> {
  return writeTargets(targets, (write) => write(report, knownProfile));
}

/** Writes to every target, whatever it is that `textOf` makes a text of. One that fails keeps none of the others. */
export async function writeTargets<Write>(
  targets: readonly FormatTarget<Write>[],
  textOf: (write: Write) => string,
): Promise<Written> {
  const [lines, problems]: [string[], string[]] = [[], []];
  for (const { format, path, write } of targets) {
    const text = textOf(write);
    try {
      await writeFile(path, text);
      lines.push(`Report in ${format}: ${visible(path)}`);
    } catch (error) {
      problems.push(cannotWrite({ path }, error).message);
    }
  }
  return { lines, problems };
}

/** @throws UsageError telling all problems, where there are any. */
export function throwProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw new UsageError(problems.join("; "));
}

/** The profile of a result. @throws UsageError when this kit does not have it. */
export function knownProfile(name: ProfileName): AnyProfile {
  const profile = profileOf(name);
  if (profile === undefined) throw new UsageError(`This kit has no profile ${name}`);
  return profile;
}
