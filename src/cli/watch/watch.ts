import { spawn, type ChildProcess } from "node:child_process";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { UsageError } from "../../explore/usageError.ts";
import { visible } from "../../report/text.ts";
import type { ExitCode } from "../exitCode.ts";
import type { Session } from "../session.ts";
import { readKeys } from "./keys.ts";
import { Requests } from "./requests.ts";
import { Watcher } from "./watcher.ts";

/**
 * Checks a module again whenever it, or a file that it imports, changes: first a quick round, and when that finds nothing
 * the whole check, until the next change.
 *
 * Every round is a process of its own: nothing of the module as it was before is left, and a round that hangs is ended.
 *
 * @param args the command line of one check.
 * @returns the exit code of the last check that came to its end; where none did, that nothing was concluded.
 * @throws UsageError when there is no such module.
 */
export async function watchModule(module: string, args: readonly string[], session: Session): Promise<ExitCode> {
  if ((await stat(module).catch(() => undefined))?.isFile() !== true) {
    throw new UsageError(`Expected an adapter module at ${module} to watch, got no file`);
  }
  const requests = new Requests();
  const watcher = new Watcher(module, () => requests.push("change"));
  const quit = (): void => requests.push("quit");
  process.on("SIGINT", quit).on("SIGTERM", quit);
  const leaveKeys = readKeys(process.stdin, (request) => requests.push(request));
  try {
    return await watchRounds(module, args, { requests, watcher, session });
  } finally {
    leaveKeys();
    watcher.close();
    process.off("SIGINT", quit).off("SIGTERM", quit);
  }
}

interface Watch {
  readonly requests: Requests;
  readonly watcher: Watcher;
  readonly session: Session;
}

async function watchRounds(
  module: string,
  args: readonly string[],
  { requests, watcher, session }: Watch,
): Promise<ExitCode> {
  const { terminal } = session;
  const keys = process.stdin.isTTY ? "Enter checks again, q quits" : "Ctrl-C quits";
  let last: ExitCode = 4;
  for (;;) {
    await watcher.look();
    terminal.write([terminal.paint("bold", `── checking ${visible(basename(module))}`)]);
    let code = await round([...args, "--quick"], requests);
    if (code !== undefined && FOUND_NOTHING.includes(code)) {
      terminal.write([terminal.paint("dim", "── nothing found at a quick look; checking all of it")]);
      code = await round(args, requests);
    }
    if (code !== undefined) {
      last = code;
      terminal.write([terminal.paint("bold", `── exit code ${code}; waiting for a change (${keys})`)]);
      await requests.arrived();
    }
    if (requests.take() === "quit") return last;
  }
}

/** Exit codes after which there may be more to find: conformant, inconclusive, a stale entry of the baseline. */
const FOUND_NOTHING: readonly ExitCode[] = [0, 4, 5];

/** Runs one check to its end; undefined: a request came first, and ended it. */
async function round(args: readonly string[], requests: Requests): Promise<ExitCode | undefined> {
  const main = process.argv[1] ?? "";
  const child = spawn(process.execPath, [...process.execArgv, main, ...args], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = endOf(child);
  const code = await Promise.race([ended, requests.arrived()]);
  if (code !== undefined) return code;
  // An executor may ignore what it can be asked politely.
  child.kill("SIGKILL");
  await ended;
  return undefined;
}

/** The exit code of a check; one that was killed from outside has broken. */
function endOf(child: ChildProcess): Promise<ExitCode> {
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve((code ?? 3) as ExitCode));
  });
}
