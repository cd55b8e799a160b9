import { createHash } from "node:crypto";
import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UnreadableFileError } from "../contract/storedFile.ts";
import type * as counterexampleFile from "./counterexampleFile.ts";
import type { KeptScenario, StoredCounterexample } from "./counterexampleFile.ts";
import { describeFileError, readStoredText } from "./storedText.ts";

/** A scenario of the corpus, and the file it stands in: a counterexample, or one that somebody keeps. */
export type CorpusEntry = { readonly path: string } & (
  | { readonly counterexample: StoredCounterexample; readonly kept?: never }
  | { readonly kept: KeptScenario; readonly counterexample?: never }
);

/**
 * Reads every counterexample and every kept scenario in a folder, in the order of their names; a folder that is not there
 * is an empty corpus.
 *
 * @throws UnreadableFileError when the folder is none, or a file in it is neither.
 */
export async function readCorpus(folder: string): Promise<readonly CorpusEntry[]> {
  const entries: CorpusEntry[] = [];
  for (const file of (await filesOf(folder)).filter((name) => name.endsWith(".json")).toSorted()) {
    entries.push(await readCorpusFile(join(folder, file)));
  }
  return entries;
}

/**
 * Reads one file of a corpus.
 *
 * @throws UnreadableFileError when it cannot be read, or is neither a counterexample nor a scenario.
 */
export async function readCorpusFile(path: string): Promise<CorpusEntry> {
  const text = await readStoredText(path, "a counterexample");
  const reader = await readers();
  if (!namesRule(text)) return { path, kept: await reader.parseKeptScenario(text, path) };
  return { path, counterexample: await reader.parseCounterexample(text, path) };
}

/** Only a counterexample names the rule it breaks. Text that is no JSON is left to whoever reads it next. */
function namesRule(text: string): boolean {
  try {
    const file: unknown = JSON.parse(text);
    return typeof file !== "object" || file === null || "rule" in file || "traceHash" in file;
  } catch {
    return true;
  }
}

/** The readers' schemas cost 100 ms, and most runs have nothing to read. */
function readers(): Promise<typeof counterexampleFile> {
  return import("./counterexampleFile.ts");
}

async function filesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw new UnreadableFileError(folder, "a folder of counterexamples", describeFileError(error));
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
  // Under another name first: whoever is interrupted leaves no half of a file.
  await writeFile(`${path}.new`, serialise(counterexample));
  await rename(`${path}.new`, path);
  return path;
}

/** JSON that reads well: a step of the scenario, and a record of the trace, is one line each. */
function serialise({ records = [], scenario, ...file }: StoredCounterexample): string {
  const { steps, ...around } = scenario;
  const head = JSON.stringify({ ...file, scenario: { ...around, steps: [] } }, undefined, 2);
  const withSteps = head.replace('"steps": []', () => `"steps": ${lines(steps)}`);
  return records.length === 0 ? `${withSteps}\n` : `${withSteps.slice(0, -2)},\n  "records": ${lines(records)}\n}\n`;
}

/** The file of a counterexample: one for each adapter and rule, safe whatever they are called. */
export function fileName({ adapter, rule }: Pick<StoredCounterexample, "adapter" | "rule">): string {
  return `${[adapter.name, ...rule.split("/")].map(slug).join("--")}.json`;
}

/** A list with one line for each of its values. */
function lines(values: readonly unknown[]): string {
  return values.length === 0 ? "[]" : `[\n    ${values.map((value) => JSON.stringify(value)).join(",\n    ")}\n  ]`;
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
