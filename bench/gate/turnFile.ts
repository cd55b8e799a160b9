import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROLES, type Role } from "./interleave.ts";

/** Where a measuring process has the file: behind its streams and the channel. */
const TURN_DESCRIPTOR = 4;

/** Notes, in a measuring process, whose turn it is. */
export function noteTurn(role: Role, descriptor = TURN_DESCRIPTOR): void {
  writeSync(descriptor, role.charAt(0), 0);
}

/**
 * A file in which a measuring process notes whose turn it is. It outlives the process: who ran out of memory, or never came
 * back, can be told. It has no name any more, so nobody has to remove it.
 */
export class TurnFile {
  readonly descriptor: number;
  #isClosed = false;

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), "bench-turn-"));
    this.descriptor = openSync(join(folder, "turn"), "w+");
    rmSync(folder, { recursive: true });
  }

  /** Whose turn it was last; undefined where it was nobody's, and once it is closed: the number is another file's then. */
  read(): Role | undefined {
    if (this.#isClosed) return undefined;
    const note = Buffer.alloc(1);
    readSync(this.descriptor, note, 0, 1, 0);
    return ROLES.find((role) => role.charAt(0) === note.toString());
  }

  close(): void {
    this.#isClosed = true;
    closeSync(this.descriptor);
  }
}
