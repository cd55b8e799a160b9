/** What somebody asks for; whatever is left out comes from the {@link Bash} it is asked of. */
export interface CommandRequest {
  /** A script for `bash -c`. */
  readonly command: string;
  /** Relative to the base directory. */
  readonly cwd?: string;
  /** On top of the base environment; `undefined` takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * A command, complete. This is all that a background command is made of: it has no timeout, because it ends by itself or is
 * cancelled.
 */
export interface CommandSpec {
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A command somebody waits for, and for how long. */
export interface ForegroundSpec extends CommandSpec {
  /** Milliseconds until it is stopped, from 1 to 2^31 - 1. */
  readonly timeoutMs: number;
}

/** How a command ended by itself. */
export type CommandEnd =
  | { readonly kind: "exited"; readonly exitCode: number }
  | { readonly kind: "signaled"; readonly signal: NodeJS.Signals }
  /** There was no process: no `bash`, no such directory, a command that is too long, no resources. */
  | { readonly kind: "not-started"; readonly message: string };

/** How a foreground command ended: by itself, or stopped by its timeout or by its caller. */
export type ForegroundEnd =
  | CommandEnd
  | { readonly kind: "timed-out"; readonly timeoutMs: number }
  | { readonly kind: "aborted" };

/** How a background command ended: by itself, or after it was asked to stop, and then how. It cannot time out. */
export type BackgroundEnd = CommandEnd | { readonly kind: "cancelled"; readonly end: CommandEnd };

/**
 * An end in words.
 *
 * @example
 * ```ts
 * describeEnd({ kind: "exited", exitCode: 3 }); // "exit code 3"
 * ```
 */
export function describeEnd(end: ForegroundEnd | BackgroundEnd): string {
  switch (end.kind) {
    case "exited":
      return `exit code ${end.exitCode}`;
    case "signaled":
      return `signal ${end.signal}`;
    case "not-started":
      return `not started: ${end.message}`;
    case "timed-out":
      return `timed out after ${end.timeoutMs} ms`;
    case "aborted":
      return "aborted by its caller";
    case "cancelled":
      break;
  }
  return describeEnd(end.end);
}
