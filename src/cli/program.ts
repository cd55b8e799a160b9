import { Command } from "commander";
import { KIT } from "../version.ts";
import { addBench } from "./bench.ts";
import { addCheck } from "./check.ts";
import type { AddCommand } from "./command.ts";
import type { ExitCode } from "./exitCode.ts";
import { addCompare } from "./compare.ts";
import { addCompletion } from "./completion/completion.ts";
import { addInit } from "./init/init.ts";
import { addJudge } from "./judge.ts";
import { addMatrix } from "./matrix.ts";
import { addMerge } from "./merge.ts";
import { addReport } from "./report.ts";
import { addReplay } from "./replay.ts";
import { addExplain, addRules } from "./rules.ts";
import type { Session } from "./session.ts";

/** In the order in which `--help` lists them. */
const COMMANDS: readonly AddCommand[] = [
  addCheck, //
  addReplay,
  addJudge,
  addReport,
  addCompare,
  addMerge,
  addMatrix,
  addBench,
  addRules,
  addExplain,
  addInit,
  addCompletion,
];

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
    // With their arguments the names leave no room for what the commands do; the help of each has them.
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .showHelpAfterError("(--help lists what there is)");
  for (const add of COMMANDS) add(program, session, onDone);
  return program;
}
