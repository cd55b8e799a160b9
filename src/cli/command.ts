import type { Command } from "commander";
import type { ExitCode } from "./exitCode.ts";
import type { Session } from "./session.ts";

/** Adds one command to the program; `onDone` is told the exit code when it has run. */
export type AddCommand = (program: Command, session: Session, onDone: (code: ExitCode) => void) => void;
