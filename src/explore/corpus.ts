import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { StoredCounterexample } from "./counterexampleFile.ts";

/** A counterexample of the corpus, and the file it stands in. */
export interface CorpusEntry {
  readonly path: string;
  readonly counterexample: StoredCounterexample;
}

/**
 * Reads every counterexample in a folder, in the order of their names; a folder that is not there is an empty corpus.
 *
 * @throws UnreadableFileError when a file in it is not a counterexample.
 */
export async function readCorpus(folder: string): Promise<readonly CorpusEntry[]> {
  const { parseCounterexample } = await import("./counterexampleFile.ts");
  const entries: CorpusEntry[] = [];
  for (const file of (await filesOf(folder)).filter((name) => name.endsWith(".json")).toSorted()) {
    const path = join(folder, file);
    entries.push({ path, counterexample: await parseCounterexample(await readFile(path, "utf8"), path) });
  }
  return entries;
}

async function filesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
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

/** The file of a counterexample: readable, and safe whatever an adapter is called. */
export function fileName({ adapter, rule }: Pick<StoredCounterexample, "adapter" | "rule">): string {
  return `${[adapter.name, ...rule.split("/")].map(slug).join("--")}.json`;
}

function slug(text: string): string {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, "-")
    .replaceAll(/^[-.]+|[-.]+$/g, "");
  return plain === "" ? "unnamed" : plain.slice(0, 80);
}
