import type { ReadStream } from "node:tty";
import type { WatchRequest } from "./requests.ts";

/** In raw mode the terminal no longer makes a signal of Ctrl-C. */
const KEYS: Readonly<Record<string, WatchRequest>> = { q: "quit", "\u0003": "quit", "\r": "again", "\n": "again" };

/**
 * Reads single keys from a terminal: `q` and Ctrl-C quit, Enter runs again. Input that is no terminal is left alone.
 *
 * @returns gives the terminal back.
 */
export function readKeys(input: ReadStream, onRequest: (request: WatchRequest) => void): () => void {
  if (!input.isTTY) return () => {};
  const onData = (text: string): void => {
    for (const key of text) {
      const request = KEYS[key];
      if (request !== undefined) onRequest(request);
    }
  };
  input.setRawMode(true).setEncoding("utf8").on("data", onData).resume();
  return () => {
    input.off("data", onData).setRawMode(false).pause();
  };
}
