import type { CommandLimits } from "./limits.ts";
import { SpillFile } from "./spill-file.ts";

/** The part of a file, in bytes of UTF-8. */
export interface SpilledOutput {
  readonly path: string;
  readonly fromByte: number;
  readonly toByte: number;
}

/** One read of a command's output. */
export interface CommandOutput {
  readonly text: string;
  /** What follows the text, where there was no room for it in memory. */
  readonly spilled?: SpilledOutput;
  /** Characters (UTF-16 units) that follow and found no room in the file either; absent for none. */
  readonly lostCharacters?: number;
}

/**
 * The output of one command, standard output and standard error in the order of their arrival.
 *
 * Every character is returned by exactly one read, or lies in exactly the part of the file that this read names. Invariant: once
 * something of an unread stretch has been spilled, so is the rest of it, or the order would be lost; a read starts
 * a new stretch in memory.
 *
 * The file lives until `remove`.
 */
export class OutputSpool {
  readonly #limits: Pick<CommandLimits, "maxUnreadCharacters" | "maxSpillBytes" | "spillDirectory">;
  #unread: string[] = [];
  #unreadCharacters = 0;
  #file: SpillFile | undefined;
  /** Set while the unread stretch goes on outside memory. */
  #spilling: { readonly fromByte: number; lostCharacters: number } | undefined;
  #closed = false;

  constructor(limits: Pick<CommandLimits, "maxUnreadCharacters" | "maxSpillBytes" | "spillDirectory">) {
    this.#limits = limits;
  }

  get hasFile(): boolean {
    return this.#file !== undefined;
  }

  write(text: string): void {
    if (this.#closed || text === "") return;
    const room = this.#spilling === undefined ? this.#limits.maxUnreadCharacters - this.#unreadCharacters : 0;
    const cut = text.length <= room ? text.length : characterBoundary(text, room);
    if (cut > 0) {
      this.#unread.push(text.slice(0, cut));
      this.#unreadCharacters += cut;
    }
    if (cut < text.length) this.#spill(text.slice(cut));
  }

  read(): CommandOutput {
    const text = this.#unread.join("");
    this.#unread = [];
    this.#unreadCharacters = 0;
    const rest = this.#rest();
    this.#spilling = undefined;
    return { text, ...rest };
  }

  /** Nothing is written any more: lets go of the file handle. */
  close(): void {
    this.#closed = true;
    this.#file?.close();
  }

  /** Closes, and removes the file. */
  remove(): void {
    this.#closed = true;
    this.#file?.remove();
    this.#file = undefined;
  }

  #rest(): Omit<CommandOutput, "text"> {
    if (this.#spilling === undefined) return {};
    const { fromByte, lostCharacters } = this.#spilling;
    const file = this.#file;
    return {
      ...(file !== undefined && file.bytes > fromByte
        ? { spilled: { path: file.path, fromByte, toByte: file.bytes } }
        : undefined),
      ...(lostCharacters > 0 ? { lostCharacters } : undefined),
    };
  }

  #spill(text: string): void {
    const file = this.#openFile();
    this.#spilling ??= { fromByte: file?.bytes ?? 0, lostCharacters: 0 };
    // After a gap nothing more of this stretch is kept, or the file would read on as if nothing were missing.
    const kept = this.#spilling.lostCharacters === 0 && file?.append(text) === true;
    if (!kept) this.#spilling.lostCharacters += text.length;
  }

  /** Undefined where no file can be made: the output is then counted, not kept. */
  #openFile(): SpillFile | undefined {
    try {
      this.#file ??= new SpillFile(this.#limits.spillDirectory, this.#limits.maxSpillBytes);
    } catch {
      return undefined;
    }
    return this.#file;
  }
}

/** The last place up to `index` that does not cut a character of two UTF-16 units in half. */
function characterBoundary(text: string, index: number): number {
  const last = text.charCodeAt(index - 1);
  return last >= 0xd800 && last <= 0xdbff ? index - 1 : index;
}

/**
 * Output as one text for a reader who has nothing else: says where the rest is.
 *
 * @example
 * ```ts
 * renderOutput(result.output); // "first lines…\n[output goes on in /tmp/command-output-….txt, bytes 0 to 81920]\n"
 * ```
 */
export function renderOutput({ text, spilled, lostCharacters }: CommandOutput): string {
  const remarks: string[] = [];
  if (spilled !== undefined) {
    remarks.push(`output goes on in ${spilled.path}, bytes ${spilled.fromByte} to ${spilled.toByte}`);
  }
  if (lostCharacters !== undefined) remarks.push(`${lostCharacters} characters could not be kept`);
  return remarks.length === 0 ? text : `${text}\n[${remarks.join("; ")}]\n`;
}
