import { access, constants, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Baseline } from "../../contract/baseline.ts";
import type { Rule } from "../../contract/rule.ts";
import { UnreadableFileError } from "../../contract/storedFile.ts";
import { UsageError } from "../../explore/usageError.ts";

/**
 * Reads the baseline of a file.
 *
 * @param ifMissing what a file that is not there stands for; absent: it has to be there.
 * @throws UnreadableFileError when the file cannot be read or is no baseline.
 */
export async function readBaseline(
  path: string,
  rules: readonly Rule<never>[],
  ifMissing?: Baseline,
): Promise<Baseline> {
  let source: string;
  try {
    source = await readFile(path, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" && ifMissing !== undefined) return ifMissing;
    const known: Readonly<Record<string, string>> = {
      ENOENT: "no such file: --update-baseline makes one",
      EISDIR: "a folder",
    };
    throw new UnreadableFileError(path, "a baseline", known[code ?? ""] ?? message);
  }
  // The reader's schemas cost 100 ms, and most checks have no baseline.
  const { parseBaseline } = await import("./baselineFile.ts");
  return parseBaseline(source, path, rules);
}

/** Finds out before a run whether a baseline can be written after it. @throws UsageError naming the path and the reason. */
export async function assertBaselineWritable(path: string): Promise<void> {
  const isThere = (await stat(path).catch(() => undefined)) !== undefined;
  await access(isThere ? path : dirname(resolve(path)), constants.W_OK).catch((error: unknown) => {
    throw cannotWrite(path, error);
  });
}

/** Writes a baseline. @throws UsageError when it cannot be written after all. */
export async function writeBaseline(path: string, baseline: Baseline): Promise<void> {
  await writeFile(path, `${JSON.stringify(baseline, undefined, 2)}\n`).catch((error: unknown) => {
    throw cannotWrite(path, error);
  });
}

function cannotWrite(path: string, error: unknown): UsageError {
  const { code, message } = error as NodeJS.ErrnoException;
  const why = code === "ENOENT" ? "its folder is not there, create it first" : message;
  return new UsageError(`Cannot write a baseline to ${path}: ${why}`);
}
