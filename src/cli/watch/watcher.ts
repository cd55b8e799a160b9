import { createHash } from "node:crypto";
import { existsSync, watch, type FSWatcher } from "node:fs";
import { dirname } from "node:path";
import { realTimers } from "../../run/realTimers.ts";
import { localFiles } from "./localFiles.ts";

/** An editor writes a file in several steps: so long after the first one, in ms, it is looked at. */
const SETTLE_MS = 30;

/**
 * Tells when a module, or a file that it imports, is another one than it was when it was last looked at.
 *
 * Folders are watched, because editors put a new file in the place of the old one. What else happens in them, a report
 * that is written, changes no file of the module and is no news.
 */
export class Watcher {
  readonly #module: string;
  readonly #onChange: () => void;
  readonly #folders = new Map<string, FSWatcher>();
  #seen = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(module: string, onChange: () => void) {
    this.#module = module;
    this.#onChange = onChange;
  }

  /** Takes the files as they are now for known. */
  async look(): Promise<void> {
    // First the folders: what changes in between is then told, and not lost.
    await this.#digest();
    this.#seen = await this.#digest();
  }

  close(): void {
    realTimers.clearTimeout(this.#timer);
    for (const folder of this.#folders.values()) folder.close();
    this.#folders.clear();
  }

  async #digest(): Promise<string> {
    const { texts, missing } = await localFiles(this.#module);
    const paths = [...texts.keys(), ...missing];
    this.#watch(new Set(paths.map((path) => nearestFolder(path))));
    return createHash("sha256")
      .update(JSON.stringify([...texts].toSorted(([a], [b]) => (a < b ? -1 : 1))))
      .digest("hex");
  }

  #watch(folders: ReadonlySet<string>): void {
    for (const [folder, watcher] of this.#folders) {
      if (folders.has(folder)) continue;
      watcher.close();
      this.#folders.delete(folder);
    }
    for (const folder of folders) {
      if (this.#folders.has(folder)) continue;
      const watcher = watch(folder, () => this.#schedule());
      // A folder that goes away is looked for again with the next change.
      watcher.on("error", () => {
        watcher.close();
        this.#folders.delete(folder);
      });
      this.#folders.set(folder, watcher);
    }
  }

  #schedule(): void {
    this.#timer ??= realTimers.setTimeout(() => {
      this.#timer = undefined;
      void this.#compare();
    }, SETTLE_MS);
  }

  async #compare(): Promise<void> {
    const before = this.#seen;
    const now = await this.#digest();
    // Files that were looked at meanwhile are compared anew.
    if (before !== this.#seen) this.#schedule();
    else if (now !== before) this.#onChange();
  }
}

function nearestFolder(path: string): string {
  const folder = dirname(path);
  return existsSync(folder) || folder === path ? folder : nearestFolder(folder);
}
