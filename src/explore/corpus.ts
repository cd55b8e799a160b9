import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UnreadableFileError } from "../contract/storedFile.ts";
import type { StoredCounterexample } from "./counterexampleFile.ts";

/** A counterexample of the corpus, and the file it stands in. */
export interface CorpusEntry {
  readonly path: string;
  readonly counterexample: StoredCounterexample;
}

/**
 * Reads every counterexample in a folder, in the order of their names; a folder that is not there is an empty corpus.
 *
 * @throws UnreadableFileError when the folder is none, or a file in it is not a counterexample.
 */
export async function readCorpus(folder: string): Promise<readonly CorpusEntry[]> {
  const entries: CorpusEntry[] = [];
  for (const file of (await filesOf(folder)).filter((name) => name.endsWith(".json")).toSorted()) {
    const path = join(folder, file);
    entries.push({ path, counterexample: await readCounterexample(path) });
  }
  return entries;
}

/**
 * Reads one stored counterexample.
 *
 * @throws UnreadableFileError when the file cannot be read or is not a counterexample.
 */
export async function readCounterexample(path: string): Promise<StoredCounterexample> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new UnreadableFileError(path, "a counterexample", describeFileError(error));
  }
  // The reader's schemas cost 100 ms, and most runs have nothing to read.
  const { parseCounterexample } = await import("./counterexampleFile.ts");
  return parseCounterexample(text, path);
}

async function filesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw new UnreadableFileError(folder, "a folder of counterexamples", describeFileError(error));
  }
}

function describeFileError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const known: Readonly<Record<string, string>> = { ENOENT: "no such file", EISDIR: "a folder", ENOTDIR: "a file" };
  return known[code ?? ""] ?? message;
}

/**
 * Writes a counterexample into a folder, in place of an older one of the same rule and adapter.
 *
 * @returns the path of the file.
 */
export async function writeCounterexample(folder: string, counterexample: StoredCounterexample): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, fileName(counterexample));
  await writeFile(path, `${JSON.stringify(counterexample, undefined, 2)}\n`);
  return path;
}

/** The file of a counterexample: one for each adapter and rule, safe whatever they are called. */
export function fileName({ adapter, rule }: Pick<StoredCounterexample, "adapter" | "rule">): string {
  return `${[adapter.name, ...rule.split("/")].map(slug).join("--")}.json`;
}

const SLUG_MAX = 80;

/** A name as it may stand in a path; one that had to be changed gets a digest, so that two never become one. */
function slug(text: string): string {
  const readable = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, "-")
    .replaceAll(/^[-.]+|[-.]+$/g, "")
    .slice(0, SLUG_MAX);
  if (readable === text) return readable;
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 8);
  return readable === "" ? digest : `${readable}-${digest}`;
}
