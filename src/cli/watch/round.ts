import { spawn, type ChildProcess } from "node:child_process";
import type { ExitCode } from "../exitCode.ts";
import type { Requests } from "./requests.ts";

/** One check of a watch, in a process of its own. */
export class Round {
  readonly #child: ChildProcess;
  readonly #ended: Promise<ExitCode>;

  private constructor(nodeArgs: readonly string[], args: readonly string[], channel: "ipc" | "ignore") {
    const main = process.argv[1] ?? "";
    this.#child = spawn(process.execPath, [...process.execArgv, ...nodeArgs, main, ...args], {
      stdio: ["ignore", "inherit", "inherit", channel],
    });
    this.#ended = endOf(this.#child);
  }

  /** The whole check. */
  static start(args: readonly string[]): Round {
    return new Round([], args, "ignore");
  }

  /** A quick look that loads everything but the module, and begins when its result is asked for. */
  static standby(args: readonly string[]): Round {
    // It is over before optimised code is worth its compilation, which would be half of the work.
    return new Round(["--no-opt"], [...args, "--quick"], "ipc");
  }

  /** The exit code; undefined: a request came first, and ended it. */
  async result(requests: Requests): Promise<ExitCode | undefined> {
    // One that has ended meanwhile hears nothing, and has an exit code.
    if (this.#child.connected) this.#child.send("begin", () => {});
    const code = await Promise.race([this.#ended, requests.arrived()]);
    if (code !== undefined) return code;
    await this.kill();
    return undefined;
  }

  /** Ends it; an executor may ignore what it can be asked politely. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
  }
}

/** The exit code of a check; one that was killed from outside has broken. */
function endOf(child: ChildProcess): Promise<ExitCode> {
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve((code ?? 3) as ExitCode));
  });
}
