import { CommanderError } from "commander";
import { UnreadableFileError } from "../contract/storedFile.ts";
import { UsageError } from "../explore/usageError.ts";
import { visible } from "../report/text.ts";
import { describeThrown } from "../run/values.ts";
import { AdapterError } from "../run/world.ts";
import { combineExitCodes, type ExitCode } from "./exitCode.ts";
import { LoadError } from "../supervise/loadModule.ts";
import { createProgram } from "./program.ts";
import type { Session } from "./session.ts";

/** Runs one command line, and says in one sentence why it could not. */
export async function run(args: readonly string[], session: Session): Promise<ExitCode> {
  const codes: ExitCode[] = [];
  try {
    await createProgram(session, (code) => codes.push(code)).parseAsync(args, { from: "user" });
    if (codes.length === 0) codes.push(0);
  } catch (error) {
    codes.push(report(error, session));
  }
  const strays = session.containment.takeStrays();
  if (strays.length > 0) session.terminal.writeError(describeStrays(strays));
  return combineExitCodes(strays.length === 0 ? codes : [...codes, 3]);
}

/** Each once: an executor that leaves an error alone does so in every run. */
function describeStrays(strays: readonly string[]): readonly string[] {
  return [...new Set(strays)].map((stray) => {
    const times = strays.filter((other) => other === stray).length;
    return `error: outside any run, nobody handled ${visible(stray)}${times === 1 ? "" : ` (${times} times)`}`;
  });
}

function report(error: unknown, { terminal }: Session): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UsageError || error instanceof UnreadableFileError) {
    terminal.writeError([`error: ${visible(error.message)}`]);
    return 2;
  }
  const isTheirs = error instanceof LoadError || error instanceof AdapterError;
  terminal.writeError([`error: ${visible(isTheirs ? error.message : `the kit broke: ${describeThrown(error)}`)}`]);
  return 3;
}
