import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { UsageError } from "../../explore/usageError.ts";
import { visible } from "../../report/text.ts";
import type { ExitCode } from "../exitCode.ts";
import type { Session } from "../session.ts";
import { readKeys } from "./keys.ts";
import { Requests } from "./requests.ts";
import { Round } from "./round.ts";
import { Watcher } from "./watcher.ts";

/**
 * Checks a module again whenever it, or a file that it imports, changes: first a quick round, and when that finds nothing
 * the whole check, until the next change.
 *
 * Every round is a process of its own: nothing of the module as it was before is left, and a round that hangs is ended.
 * The process of the next quick look is up before the change comes.
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
  let quick = Round.standby(args);
  try {
    for (;;) {
      await watcher.look();
      terminal.write([terminal.paint("bold", `── checking ${visible(basename(module))}`)]);
      let code = await quick.result(requests);
      quick = Round.standby(args);
      if (code !== undefined && FOUND_NOTHING.includes(code)) {
        terminal.write([terminal.paint("dim", "── nothing found at a quick look; checking all of it")]);
        code = await Round.start(args).result(requests);
      }
      if (code !== undefined) {
        last = code;
        terminal.write([terminal.paint("bold", `── exit code ${code}; waiting for a change (${keys})`)]);
        await requests.arrived();
      }
      if (requests.take() === "quit") return last;
    }
  } finally {
    await quick.kill();
  }
}

/** Exit codes after which there may be more to find: conformant, inconclusive, a stale entry of the baseline. */
const FOUND_NOTHING: readonly ExitCode[] = [0, 4, 5];
