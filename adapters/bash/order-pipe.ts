import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";

/**
 * A named pipe through which a command is told what to do, one order a line. Its end, and so also the end of this process, is
 * the last thing that the command hears.
 */
export class OrderPipe {
  readonly path: string;
  #descriptor: number | undefined;

  constructor(path: string) {
    this.path = path;
    execFileSync("bash", ["-c", 'mkfifo "$1"', "bash", path]);
    // For reading too: opening for writing alone would wait for the command.
    this.#descriptor = openSync(path, "r+");
  }

  send(order: string): void {
    if (this.#descriptor !== undefined) writeSync(this.#descriptor, `${order}\n`);
  }

  close(): void {
    if (this.#descriptor === undefined) return;
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
    rmSync(this.path, { force: true });
  }
}
