import { compareReports } from "../judge/compare.ts";
import { renderComparison } from "../report/comparison.ts";
import type { AddCommand } from "./command.ts";
import type { ExitCode } from "./exitCode.ts";
import type { Session } from "./session.ts";
import { readReport } from "./storedReport.ts";

/** The options of `compare`, as they are parsed. */
interface CompareOptions {
  readonly json?: boolean;
}

export const addCompare: AddCommand = (program, session, onDone) => {
  program
    .command("compare")
    .description("say what changed between two stored reports")
    .argument("<before.json>", "a file that check has written with --report json=PATH")
    .argument("<after.json>", "a later one, or one of another version of the executor")
    .option("--json", "as JSON")
    .action(async (before: string, after: string, options: CompareOptions) =>
      onDone(await compare(before, after, options, session)),
    );
};

/**
 * Says what changed between two reports.
 *
 * @returns 1 if anything got worse, 0 if not; what was red before and still is, is no change.
 */
async function compare(
  before: string,
  after: string,
  { json = false }: CompareOptions,
  { terminal }: Session,
): Promise<ExitCode> {
  const [earlier, later] = [await readReport(before), await readReport(after)];
  const comparison = compareReports(earlier, later);
  if (json) terminal.write([JSON.stringify({ schemaVersion: 1, before, after, ...comparison }, undefined, 2)]);
  else terminal.write(renderComparison(comparison, later, terminal));
  return comparison.isWorse ? 1 : 0;
}
