import { requirementSets } from "../../properties/requirements/index.ts";
import { UsageError } from "../explore/usageError.ts";
import { MergeError, mergeReports } from "../judge/merge.ts";
import type { Report } from "../contract/verdict.ts";
import { renderReport } from "../report/renderReport.ts";
import { KIT } from "../version.ts";
import { BaselineGate } from "./baseline/baselineGate.ts";
import type { AddCommand } from "./command.ts";
import { combineExitCodes, exitCodesOf, type ExitCode } from "./exitCode.ts";
import { publishReport } from "./publishReport.ts";
import { knownProfile, reportTarget, type ReportTarget } from "./reportTarget.ts";
import { everyRule } from "./selection.ts";
import type { Session } from "./session.ts";
import { readReport } from "./storedReport.ts";
import { assertWritable } from "./writable.ts";

interface MergeOptions {
  readonly baseline?: string;
  readonly report?: readonly ReportTarget[];
}

export const addMerge: AddCommand = (program, session, onDone) => {
  program
    .command("merge")
    .description("join the reports of all shards of a check, and judge the whole")
    .argument("<report.json...>", "what each `check --shard I/N --report json=PATH` has written")
    .option("--baseline <FILE>", "failures that are known")
    .option("--report <FORMAT=PATH>", "write the whole as a report; may be repeated", reportTarget)
    .action(async (paths: readonly string[], options: MergeOptions) => onDone(await merge(paths, options, session)));
};

/** Joins reports, shows the whole, and ends as the one check would have ended. */
async function merge(paths: readonly string[], options: MergeOptions, session: Session): Promise<ExitCode> {
  const { report: targets = [] } = options;
  await assertWritable(targets, [...paths, ...(options.baseline === undefined ? [] : [options.baseline])]);
  const gate = await BaselineGate.open(options, everyRule());
  const reports = [];
  for (const path of paths) reports.push({ path, report: await readReport(path) });
  const merged = join(reports);
  const results = merged.results.map((result) => gate.judge(result, (rule) => rule));
  const whole = { ...merged, results };
  const { width, paint } = session.terminal;
  session.terminal.write(renderReport(whole, knownProfile, { width, paint }));
  await publishReport(whole, { targets }, session);
  return combineExitCodes(results.flatMap(exitCodesOf));
}

function join(reports: Parameters<typeof mergeReports>[0]): Report {
  try {
    return mergeReports(reports, KIT, everyRule(), requirementSets);
  } catch (error) {
    if (error instanceof MergeError) throw new UsageError(error.message);
    throw error;
  }
}
