import { Command } from "commander";
import { RUNS_DEFAULT, STEPS_DEFAULT } from "../explore/campaign.ts";
import { KIT } from "../version.ts";
import { check, type CheckOptions } from "./check.ts";
import type { ExitCode } from "./exitCode.ts";
import { matrix, type MatrixOptions } from "./matrix.ts";
import { collect, profileName, scope, seconds, wholeNumber } from "./options.ts";
import { replay } from "./replay.ts";
import { reportTarget } from "./reportTarget.ts";
import { explain, rules } from "./rules.ts";
import type { Session } from "./session.ts";

const RUNS_MAX = 1_000_000_000;
const STEPS_MAX = 1000;

/**
 * The command line.
 *
 * @param onDone told the exit code of the command that ran.
 */
export function createProgram(session: Session, onDone: (code: ExitCode) => void): Command {
  const { terminal } = session;
  // Settings come first: a subcommand takes them over when it is made.
  const program = new Command(KIT.name)
    .description("Checks tool executors against a written contract, with generated interleavings.")
    .version(KIT.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.write([text.trimEnd()]),
      writeErr: (text) => terminal.writeError([text.trimEnd()]),
      getOutHelpWidth: () => terminal.width,
      getErrHelpWidth: () => terminal.width,
    })
    .showHelpAfterError("(--help lists what there is)");
  program
    .command("check")
    .description("check the adapters of a module")
    .argument("<adapter module>", "a module in TypeScript or JavaScript; its default export is an adapter, or an array")
    .option("--profile <P>", "only adapters of this profile", profileName)
    .option("--adapter <NAME>", "only this adapter; may be repeated", collect)
    .option("--rule <ID>", "only this rule; may be repeated", collect)
    .option("--runs <N>", `random runs (${RUNS_DEFAULT}; in real time 100)`, wholeNumber(0, RUNS_MAX))
    .option("--seed <S>", "seed of the random runs", wholeNumber(-(2 ** 31), 2 ** 31 - 1))
    .option("--max-steps <K>", `longest random scenario, in steps (${STEPS_DEFAULT})`, wholeNumber(1, STEPS_MAX))
    .option(
      "--exhaustive <CxK[/G]>",
      "search this completely first: commands, controls, tight gaps (the small scope of the profile)",
      scope,
    )
    .option("--time-budget <SECONDS>", "end after so long; equal seeds then give different runs", seconds)
    .option("--corpus <DIR>", "where counterexamples are stored and replayed from", ".conformance")
    .option("--strict", "a violated SHOULD counts like a MUST")
    .option("--report <FORMAT=PATH>", "write a report, as in json=report.json; may be repeated", reportTarget)
    .action(async (path: string, options: CheckOptions) => onDone(await check(path, options, session)));
  program
    .command("replay")
    .description("run a stored counterexample again")
    .argument("<counterexample.json>", "a file that check has stored")
    .argument("[adapter module]", "where the adapter is now")
    .action(async (path: string, module: string | undefined) => onDone(await replay(path, module, session)));
  program
    .command("matrix")
    .description("check every adapter of a folder; write executors by rules")
    .argument("[folder]", "without its folders faulty and variants", "adapters")
    .option("--runs <N>", "random runs for each executor", wholeNumber(0, RUNS_MAX), 5000)
    .option("--seed <S>", "seed of the random runs", wholeNumber(-(2 ** 31), 2 ** 31 - 1), 1)
    .option("--out <DIR>", "where matrix.json and matrix.md go", "reports")
    .action(async (folder: string, options: MatrixOptions) => onDone(await matrix(folder, options, session)));
  program
    .command("rules")
    .description("list the rules")
    .option("--profile <P>", "only those of this profile", profileName)
    .option("--json", "as JSON")
    .action((options: Parameters<typeof rules>[0]) => onDone(rules(options, session)));
  program
    .command("explain")
    .description("say everything about a rule")
    .argument("<rule id>", "as in domain/one-outcome-per-command")
    .action((id: string) => onDone(explain(id, session)));
  return program;
}
