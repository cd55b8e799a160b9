import { tmpdir } from "node:os";
import { InvalidCommandError } from "./resolve.ts";

/** The bounds of every command. */
export interface CommandLimits {
  /** Milliseconds from the polite signal (SIGTERM) to the one that cannot be refused (SIGKILL). */
  readonly killGraceMs: number;
  /** Milliseconds, after the shell has exited, that processes it left behind may go on before they are killed. */
  readonly drainMs: number;
  /** Characters (UTF-16 units) of unread output held in memory; what exceeds it goes to a file. */
  readonly maxUnreadCharacters: number;
  /** Bytes of that file; what exceeds it is dropped, and the reader is told how much. */
  readonly maxSpillBytes: number;
  /** Directory of those files. */
  readonly spillDirectory: string;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Fills in the defaults: 3 s, 1 s, one million characters, 256 MiB, the system's directory for temporary files. */
export function limitsOf(options: Partial<CommandLimits>): CommandLimits {
  return {
    killGraceMs: checked("killGraceMs", options.killGraceMs ?? 3000, LONGEST_TIMER_MS),
    drainMs: checked("drainMs", options.drainMs ?? 1000, LONGEST_TIMER_MS),
    maxUnreadCharacters: checked("maxUnreadCharacters", options.maxUnreadCharacters ?? 1_000_000),
    maxSpillBytes: checked("maxSpillBytes", options.maxSpillBytes ?? 256 * 1024 * 1024),
    spillDirectory: options.spillDirectory ?? tmpdir(),
  };
}

/** Throws `InvalidCommandError` where `value` is no whole number from 0 to `max`. */
function checked(name: string, value: number, max = Number.MAX_SAFE_INTEGER): number {
  if (Number.isInteger(value) && value >= 0 && value <= max) return value;
  throw new InvalidCommandError(`${name} must be a whole number from 0 to ${max}, got ${value}`);
}

/** Throws `InvalidCommandError` where a timeout is none that a timer can keep. */
export function checkTimeout(timeoutMs: number): void {
  if (checked("timeoutMs", timeoutMs, LONGEST_TIMER_MS) === 0)
    throw new InvalidCommandError("timeoutMs must be at least 1");
}
