import { randomUUID } from "node:crypto";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/**
 * A file that takes the output for which there is no room in memory.
 *
 * Writing is synchronous on purpose: a command that produces faster than the disk takes is then held back by its full pipe,
 * whereas pending asynchronous writes would pile up in memory.
 */
export class SpillFile {
  readonly path: string;
  readonly #maxBytes: number;
  #descriptor: number | undefined;
  #bytes = 0;

  /** Throws what opening throws. Only the current user may read the file. */
  constructor(directory: string, maxBytes: number) {
    this.path = join(directory, `command-output-${randomUUID()}.txt`);
    this.#maxBytes = maxBytes;
    this.#descriptor = openSync(this.path, "wx", 0o600);
  }

  /** Bytes written so far: the place of what is appended next. */
  get bytes(): number {
    return this.#bytes;
  }

  /** False where the text was not kept: no room left, on the disk or below the bound, or the file is closed. */
  append(text: string): boolean {
    const data = Buffer.from(text);
    if (this.#descriptor === undefined || this.#bytes + data.length > this.#maxBytes) return false;
    try {
      for (let written = 0; written < data.length;) {
        // A position, so that a half-written piece is overwritten by the next one.
        written += writeSync(this.#descriptor, data, written, data.length - written, this.#bytes + written);
      }
    } catch {
      return false;
    }
    this.#bytes += data.length;
    return true;
  }

  /** The command writes no more; the file stays. */
  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  remove(): void {
    this.close();
    rmSync(this.path, { force: true });
  }
}
