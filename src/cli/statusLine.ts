import { fit } from "../report/text.ts";
import { realTimers } from "../run/realTimers.ts";
import type { Terminal } from "./terminal.ts";

/** What a status line needs of a terminal. */
export type StatusTerminal = Pick<Terminal, "isWatched" | "width" | "writeStatus">;

/** How often the line is written again, in ms. */
const EVERY_MS = 100;

/** One line on the error stream that is rewritten in place; nothing where nobody watches. */
export class StatusLine {
  readonly #terminal: StatusTerminal;
  #shownAt = -Infinity;

  constructor(terminal: StatusTerminal) {
    this.#terminal = terminal;
  }

  /** Shows what `text` gives; it is only asked when the line is due. */
  show(text: () => string): void {
    const now = realTimers.performanceNow();
    if (!this.#terminal.isWatched || now - this.#shownAt < EVERY_MS) return;
    this.#shownAt = now;
    this.#terminal.writeStatus(`\r${fit(text(), this.#terminal.width - 1)}`);
  }

  clear(): void {
    if (this.#shownAt > -Infinity) this.#terminal.writeStatus(`\r${" ".repeat(this.#terminal.width - 1)}\r`);
  }
}
