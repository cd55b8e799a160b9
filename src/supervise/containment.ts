import { constants } from "node:os";
import { describeThrown } from "../run/values.ts";

/** How much captured output is kept, in characters. */
const OUTPUT_MAX = 100_000;

/** What every way to end the process comes to, also one that was imported by its name. */
const inner = process as unknown as {
  reallyExit: (code?: number) => never;
  _kill: (pid: number, signal: number) => number;
};

type Write = typeof process.stdout.write;

/**
 * Keeps what an adapter does to the process away from the process: output is captured, `process.exit` and a signal to the
 * process itself are findings instead of an end, and a rejection or exception outside any run is noted.
 */
export class Containment {
  #strays: string[] = [];
  #output = "";
  readonly #own = {
    exit: process.exit.bind(process),
    reallyExit: inner.reallyExit.bind(process),
    abort: process.abort.bind(process),
    kill: inner._kill.bind(process),
    out: process.stdout.write.bind(process.stdout),
    error: process.stderr.write.bind(process.stderr),
  };

  /** What was written to both streams, its beginning where it was too much. */
  get output(): string {
    return this.#output;
  }

  /** Rejections and exceptions that nobody handled outside any run, since they were last taken. */
  takeStrays(): readonly string[] {
    const taken = this.#strays;
    this.#strays = [];
    return taken;
  }

  /** Notes what another thread could not handle. */
  noteStray(stray: string): void {
    this.#strays.push(stray);
  }

  enter(): void {
    process.on("unhandledRejection", this.#onStray);
    process.on("uncaughtException", this.#onStray);
    process.stdout.write = this.#capture;
    process.stderr.write = this.#capture;
    process.exit = refuseExit;
    inner.reallyExit = refuseExit;
    process.abort = () => refuse("process.abort() was called");
    inner._kill = (pid, signal) => {
      if (signal === 0 || !isOwn(pid)) return this.#own.kill(pid, signal);
      return refuse(`process.kill sent ${nameOf(signal)} to the process that runs the check`);
    };
  }

  /** Gives streams and the ends of the process back. Errors stay contained: an exit code that is known must not be changed by a late one. */
  leave(): void {
    process.stdout.write = this.#own.out;
    process.stderr.write = this.#own.error;
    process.exit = this.#own.exit;
    inner.reallyExit = this.#own.reallyExit;
    process.abort = this.#own.abort;
    inner._kill = this.#own.kill;
  }

  readonly #onStray = (error: unknown): void => {
    this.#strays.push(describeThrown(error));
  };

  readonly #capture: Write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    if (this.#output.length < OUTPUT_MAX)
      this.#output += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    const done = rest.at(-1);
    if (typeof done === "function") process.nextTick(done);
    return true;
  };
}

/** Code under test tried to end the process. */
class ExitAttempt extends Error {
  override readonly name = "ExitAttempt";
}

function refuseExit(code?: number | string | null): never {
  return refuse(`process.exit(${code ?? ""}) was called`);
}

/** Told as an exception that nobody caught, so that it counts even if whoever called catches it. */
function refuse(message: string): never {
  const attempt = new ExitAttempt(message);
  Error.captureStackTrace(attempt, refuse);
  process.emit("uncaughtException", attempt);
  throw attempt;
}

/** Whether a signal to this id reaches this process: itself, or its group. */
function isOwn(pid: number): boolean {
  return pid === process.pid || pid === -process.pid || pid === 0;
}

function nameOf(signal: number): string {
  const known = Object.entries(constants.signals).find(([, number]) => number === signal);
  return known?.[0] ?? `the signal ${signal}`;
}
