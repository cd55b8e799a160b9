import { mkdir, open, readlink, realpath, rmdir, stat, unlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { UsageError } from "../explore/usageError.ts";

/** A file that a command writes when it is done. */
export interface Output {
  /** Names it in errors; absent: a report. */
  readonly what?: string;
  readonly path: string;
  /** Whether it is read again and added to: a pipe or a device keeps nothing. */
  readonly isKept?: boolean;
  /** Whether its folder is made where there is none. */
  readonly makesFolder?: boolean;
}

/**
 * Finds out before a run whether what it gives can be written after it. A file that is there stays as it is, and whatever is
 * made to find out is removed.
 *
 * @param inputs paths of files that are read, and must not be written over.
 * @throws UsageError naming the path and the reason.
 */
export async function assertWritable(outputs: readonly Output[], inputs: readonly string[] = []): Promise<void> {
  const taken = new Map<string, string>();
  for (const path of inputs) taken.set(await fileOf(path), "what is read");
  for (const output of outputs) {
    const { what = "a report", path, isKept = false } = output;
    if (path === "") throw new UsageError(`Expected a path to write ${what} to, got an empty one`);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || found.isFile() || found.isDirectory()) {
      const file = await fileOf(path);
      const before = taken.get(file);
      if (before !== undefined) {
        const other = before === what ? "another" : before;
        throw new UsageError(
          `Expected different files, got ${path} for ${what} and for ${other}: the last would be all there is`,
        );
      }
      taken.set(file, what);
    } else if (isKept) {
      throw cannotWrite(output, new Error("it is a pipe or a device, which keeps nothing"));
    }
    try {
      await tryWriting(output, found !== undefined);
    } catch (error) {
      throw cannotWrite(output, error);
    }
  }
}

/** What is said where an output cannot be written. */
export function cannotWrite({ what = "a report", path }: Output, error: unknown): UsageError {
  const { code, message } = error as NodeJS.ErrnoException;
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: "its folder is not there, create it first",
    ENOTDIR: "a part of the path is a file",
    EISDIR: "it is a folder",
    EACCES: "no permission",
    EPERM: "no permission",
  };
  return new UsageError(`Cannot write ${what} to ${path}: ${reasons[code ?? ""] ?? message}`);
}

/** Where a link leads to nothing, what it leads to is made and removed, and never the link. */
async function tryWriting({ path, makesFolder = false }: Output, isThere: boolean): Promise<void> {
  const made = makesFolder ? await makeFolder(dirname(resolve(path))) : [];
  try {
    await (await open(path, "a")).close();
    if (!isThere) await unlink(await fileOf(path));
  } finally {
    for (const folder of made.toReversed()) await rmdir(folder);
  }
}

/**
 * Makes a folder and those above it, one by one: `recursive` does not come to an end in `/proc`.
 *
 * @returns what was made, the outermost first.
 */
async function makeFolder(folder: string): Promise<readonly string[]> {
  if ((await stat(folder).catch(() => undefined)) !== undefined || dirname(folder) === folder) return [];
  const above = await makeFolder(dirname(folder));
  await mkdir(folder);
  return [...above, folder];
}

/** Where a path leads to, whether or not there is a file yet: equal for equal files, whatever links are on the way. */
async function fileOf(path: string): Promise<string> {
  const whole = resolve(path);
  try {
    return await realpath(whole);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") return whole;
  }
  const target = await readlink(whole).catch(() => undefined);
  if (target !== undefined) return fileOf(resolve(dirname(whole), target));
  return dirname(whole) === whole ? whole : join(await fileOf(dirname(whole)), basename(whole));
}
