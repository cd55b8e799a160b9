import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { CommandRequest, CommandSpec } from "./command.ts";

/** A request that cannot become a command, or an option of `Bash` out of range; the message says which part and why. */
export class InvalidCommandError extends Error {
  override name = "InvalidCommandError";
}

/** What requests are resolved against. */
export interface CommandBase {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Completes a request. Throws `InvalidCommandError` for an empty command, a NUL character, or a directory that does not
 * exist: the error that spawning would give for the last one blames bash.
 */
export function resolveCommand(request: CommandRequest, base: CommandBase): CommandSpec {
  if (request.command.trim() === "") throw new InvalidCommandError("the command is empty");
  const cwd = resolve(base.cwd, request.cwd ?? "");
  const env = definedEntries({ ...base.env, ...request.env });
  if ([request.command, cwd, ...Object.entries(env).flat()].some((text) => text.includes("\0"))) {
    throw new InvalidCommandError("a command, its directory and its environment contain no NUL character");
  }
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory())
    throw new InvalidCommandError(`no such directory: ${cwd}`);
  return { command: request.command, cwd, env };
}

function definedEntries(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const defined: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) defined[name] = value;
  return defined;
}
