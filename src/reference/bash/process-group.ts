import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { CommandEnd, CommandSpec } from "./command.ts";
import type { CommandLimits } from "./limits.ts";

/** What became of a signal: sent, nobody left to get it, or not ours to send. */
export type SignalResult = "sent" | "gone" | "denied";

/**
 * A real `bash` in a process group of its own, with everything it starts in there.
 *
 * The command is the group, not the shell alone. When the shell exits, whatever it left may go on for `drainMs`, so that for
 * example a `tee` finishes; then the group is killed, and pipes that are still open (held by a process that moved to another
 * group, out of reach of a signal) are let go. Hence `ended` resolves in bounded time after the shell's exit, whoever holds
 * the pipes, and `terminate` leads to that exit, whatever the shell traps.
 *
 * A process that changes its group (`setsid`) has left the command and is not killed.
 */
export class ProcessGroup {
  /** Resolves, never rejects, when the group has ended and all of its output has been handed on. */
  readonly ended: Promise<CommandEnd>;
  /** Undefined where there was no spawning it. */
  readonly #child: ChildProcess | undefined;
  readonly #limits: Pick<CommandLimits, "killGraceMs" | "drainMs">;
  #phase: "running" | "draining" | "ended" = "running";
  #grace: NodeJS.Timeout | undefined;

  /** Starts the command; `onOutput` gets its decoded output and does not throw. */
  constructor(
    spec: CommandSpec,
    onOutput: (text: string) => void,
    limits: Pick<CommandLimits, "killGraceMs" | "drainMs">,
  ) {
    this.#limits = limits;
    try {
      this.#child = spawnShell(spec);
      this.ended = this.#run(this.#child, onOutput);
    } catch (error) {
      this.ended = Promise.resolve({ kind: "not-started", message: String(error) });
    }
  }

  /**
   * Ends the group: SIGTERM, and SIGKILL after `killGraceMs` if the shell is still there. `gone` where the shell has exited
   * before, so that its end is its own; what it left behind gets the signal all the same.
   */
  terminate(): SignalResult {
    if (this.#phase === "ended") return "gone"; // the id may be somebody else's by now
    const result = this.#signal("SIGTERM");
    if (this.#phase === "draining") return "gone";
    if (result === "sent") this.#grace ??= setTimeout(() => this.#signal("SIGKILL"), this.#limits.killGraceMs);
    return result;
  }

  async #run(child: ChildProcess, onOutput: (text: string) => void): Promise<CommandEnd> {
    const shellEnded = endOfShell(child);
    if (child.pid === undefined) return shellEnded; // without a process there may be no streams either
    const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
    const flushes = [child.stdout, child.stderr].map((stream) => decode(stream, onOutput));
    readToNowhere(child.stdio[3]);
    const end = await shellEnded;
    this.#phase = "draining";
    clearTimeout(this.#grace);
    await this.#endGroup(closed);
    this.#phase = "ended";
    for (const stream of child.stdio) stream?.destroy();
    for (const flush of flushes) flush();
    return end;
  }

  /**
   * Kills also where everything is closed: a process may have closed all it inherited. The system does not give the id of a
   * group away while it has a member; without one, the signal finds nobody.
   */
  async #endGroup(closed: Promise<void>): Promise<void> {
    await within(closed, this.#limits.drainMs);
    this.#signal("SIGKILL");
    await within(closed, this.#limits.drainMs);
  }

  #signal(signal: NodeJS.Signals): SignalResult {
    const pid = this.#child?.pid;
    if (pid === undefined) return "gone";
    try {
      process.kill(-pid, signal);
      return "sent";
    } catch (error) {
      return error instanceof Error && "code" in error && error.code === "ESRCH" ? "gone" : "denied";
    }
  }
}

function spawnShell(spec: CommandSpec): ChildProcess {
  return spawn("bash", ["-c", spec.command], {
    cwd: spec.cwd,
    env: spec.env,
    detached: true,
    // The fourth is a lifeline: nobody writes to it, every process of the group holds it, so its end is theirs.
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
}

/** How the shell itself ended; that may be before its pipes close. */
function endOfShell(child: ChildProcess): Promise<CommandEnd> {
  return new Promise((resolve) => {
    child.on("error", ({ message }) => resolve({ kind: "not-started", message }));
    child.once("exit", (exitCode, signal) => {
      if (signal !== null) resolve({ kind: "signaled", signal });
      else if (exitCode !== null) resolve({ kind: "exited", exitCode });
    });
  });
}

/** Hands on the text of a stream, characters that span two chunks in one piece; returns what hands on an unfinished rest. */
function decode(stream: Readable | null, onOutput: (text: string) => void): () => void {
  const decoder = new StringDecoder("utf8");
  stream?.on("data", (chunk: Buffer) => onOutput(decoder.write(chunk)));
  stream?.on("error", ignore);
  return () => onOutput(decoder.end());
}

function readToNowhere(stream: unknown): void {
  if (stream instanceof Readable) stream.on("error", ignore).resume();
}

/** A pipe that breaks closes too, and its close is all that matters. */
function ignore(): void {}

/**
 * Resolves with the promise or after `ms`, plus one turn of the event loop: on a busy machine the time may be over before what
 * had long arrived has been read.
 */
async function within(promise: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(() => setImmediate(resolve), ms);
  });
  await Promise.race([promise, timeout]);
  clearTimeout(timer);
}
