import { UnreadableFileError } from "../contract/storedFile.ts";
import type { Report } from "../contract/verdict.ts";
import { UsageError } from "../explore/usageError.ts";
import { renderReport } from "../report/renderReport.ts";
import { describeThrown } from "../run/values.ts";
import type { AddCommand } from "./command.ts";
import type { ExitCode } from "./exitCode.ts";
import { knownProfile, reportTarget, throwProblems, writeReports, type ReportTarget } from "./reportTarget.ts";
import type { Session } from "./session.ts";
import { readReport } from "./storedReport.ts";
import { assertWritable } from "./writable.ts";

export const addReport: AddCommand = (program, session, onDone) => {
  program
    .command("report")
    .description("show a stored report again, or write it in another format")
    .argument("<report.json>", "a file that check has written with --report json=PATH")
    .option("--report <FORMAT=PATH>", "write it so, instead of showing it; may be repeated", reportTarget)
    .action(async (path: string, options: { readonly report?: readonly ReportTarget[] }) =>
      onDone(await report(path, options.report ?? [], session)),
    );
};

/**
 * Shows a stored report as `check` showed it, or writes it in other formats.
 *
 * @returns 0 whatever the verdict: `check` has said it, and this judges nothing.
 */
async function report(path: string, targets: readonly ReportTarget[], { terminal }: Session): Promise<ExitCode> {
  await assertWritable(targets, [path]);
  const stored = await readReport(path);
  const { lines, problems } = await reading(path, async () =>
    targets.length > 0 ? writeReports(targets, stored) : { lines: showReport(stored, terminal), problems: [] },
  );
  if (lines.length > 0) terminal.write(lines);
  throwProblems(problems);
  return 0;
}

function showReport(stored: Report, { width, paint }: Session["terminal"]): readonly string[] {
  return renderReport(stored, knownProfile, { width, paint });
}

/** The reader looks at no record of a trace; one that cannot be drawn makes the file no report. */
async function reading<T>(path: string, render: () => Promise<T>): Promise<T> {
  try {
    return await render();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UnreadableFileError(path, "a report", `a trace that cannot be drawn: ${describeThrown(error)}`);
  }
}
