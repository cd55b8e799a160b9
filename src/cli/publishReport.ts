import { appendFile, stat } from "node:fs/promises";
import type { Report } from "../contract/verdict.ts";
import { renderAnnotations } from "../report/annotations.ts";
import { renderShortMarkdown } from "../report/markdown.ts";
import { visible } from "../report/text.ts";
import { knownProfile, throwProblems, writeReports, type ReportTarget } from "./reportTarget.ts";
import type { Session } from "./session.ts";

/** What GitHub takes as the summary of one step, in bytes. */
const SUMMARY_MAX = 1024 * 1024;

/** Where a report goes. */
export interface Publication {
  readonly targets: readonly ReportTarget[];
  /** Path of the adapters' module; absent where there is none, or more than one. */
  readonly module?: string;
}

/**
 * Writes what was found to wherever it was asked for, and says where that is. In a job of GitHub Actions it also writes
 * annotations, and the Markdown report to the job's summary.
 *
 * @throws UsageError when a target cannot be written after all: once everything else is.
 */
export async function publishReport(
  report: Report,
  { targets, module }: Publication,
  { terminal }: Session,
): Promise<void> {
  const { lines, problems } = await writeReports(targets, report);
  if (lines.length > 0) terminal.write(lines);
  if (process.env["GITHUB_ACTIONS"] === "true") await publishOnGithub(report, module, terminal);
  throwProblems(problems);
}

async function publishOnGithub(
  report: Report,
  module: string | undefined,
  terminal: Session["terminal"],
): Promise<void> {
  const annotations = renderAnnotations(report, knownProfile, module);
  if (annotations.length > 0) terminal.write(annotations);
  const problem = await appendSummary(report, process.env["GITHUB_STEP_SUMMARY"]);
  if (problem !== undefined) terminal.writeError([`  ! ${visible(problem)}`]);
}

/** @returns why the summary cannot be written: no reason to change what was found. */
async function appendSummary(report: Report, path: string | undefined): Promise<string | undefined> {
  if (path === undefined || path === "") return undefined;
  const before = (await stat(path).catch(() => undefined))?.size ?? 0;
  const text = renderShortMarkdown(report, knownProfile, SUMMARY_MAX - before);
  try {
    await appendFile(path, text);
    return undefined;
  } catch (error) {
    return `Cannot write the job summary to ${path}: ${(error as Error).message}`;
  }
}
