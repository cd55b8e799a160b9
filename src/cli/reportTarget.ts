import { open, stat, unlink, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
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

/**
 * Finds out before a run whether its reports can be written after it. A file that is there stays as it is.
 *
 * @throws UsageError naming the path and the reason.
 */
export async function assertWritable(targets: readonly { readonly path: string }[]): Promise<void> {
  const files = targets.map(({ path }) => resolve(path));
  const twice = targets.find(({ path }, at) => files.indexOf(resolve(path)) !== at);
  if (twice !== undefined) {
    throw new UsageError(
      `Expected another path for each report, got ${twice.path} twice: the last would be all there is`,
    );
  }
  for (const { path } of targets) {
    const isThere = (await stat(path).catch(() => undefined)) !== undefined;
    try {
      await (await open(path, "a")).close();
      if (!isThere) await unlink(path);
    } catch (error) {
      throw cannotWrite(path, error);
    }
  }
}

/**
 * Writes a report to every target.
 *
 * @returns one line for each, which says where it is.
 * @throws UsageError when one cannot be written after all.
 */
export async function writeReports(targets: readonly ReportTarget[], report: Report): Promise<readonly string[]> {
  return writeTargets(targets, (write) => write(report, knownProfile));
}

/** Writes to every target as {@link writeReports} does, whatever it is that `textOf` makes a text of. */
export async function writeTargets<Write>(
  targets: readonly FormatTarget<Write>[],
  textOf: (write: Write) => string,
): Promise<readonly string[]> {
  for (const { path, write } of targets) {
    const text = textOf(write);
    try {
      await writeFile(path, text);
    } catch (error) {
      throw cannotWrite(path, error);
    }
  }
  return targets.map(({ format, path }) => `Report in ${format}: ${visible(path)}`);
}

/** The profile of a result. @throws UsageError when this kit does not have it. */
export function knownProfile(name: ProfileName): AnyProfile {
  const profile = profileOf(name);
  if (profile === undefined) throw new UsageError(`This kit has no profile ${name}`);
  return profile;
}

function cannotWrite(path: string, error: unknown): UsageError {
  const { code, message } = error as NodeJS.ErrnoException;
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: "its folder is not there, create it first",
    ENOTDIR: "a part of the path is a file",
    EISDIR: "it is a folder",
    EACCES: "no permission",
  };
  return new UsageError(`Cannot write a report to ${path}: ${reasons[code ?? ""] ?? message}`);
}
