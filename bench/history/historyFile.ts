import { mkdir, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { parseStored, UnreadableFileError } from "../../src/contract/storedFile.ts";
import type { RecordedRun } from "./recordedRun.ts";

const count = z.number().int().nonnegative();
const positive = z.number().positive();

const recordedRun = z.object({
  schemaVersion: z.literal(1),
  date: z.iso.datetime(),
  commit: z.string().min(1).optional(),
  dirty: z.boolean().optional(),
  kit: z.string(),
  machine: z.object({ node: z.string(), cpu: z.string(), cores: count }),
  figures: z
    .array(
      z.object({
        benchmark: z.string().min(1),
        size: count,
        adapter: z.string().min(1),
        version: z.string().optional(),
        ns: positive,
        floorNs: positive,
        ratio: positive,
      }),
    )
    .min(1),
}) as unknown as z.ZodType<RecordedRun>;

/**
 * Reads a history: a run a line, oldest first. A file that is not there is a history that has not begun.
 *
 * @throws UnreadableFileError naming the first line that is no run, and why. A history is never repaired.
 */
export async function readHistory(path: string): Promise<readonly RecordedRun[]> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw new UnreadableFileError(path, EXPECTED, error.message);
  });
  return parseHistory(text, path);
}

const EXPECTED = "a history of benchmark runs";

/** Reads the text of a history as {@link readHistory} does. @param path names it in errors. */
export function parseHistory(text: string, path: string): readonly RecordedRun[] {
  const lines = text.split("\n");
  // Whatever stands behind the last line break was not written to its end.
  const rest = lines.pop() ?? "";
  if (rest !== "") {
    throw new UnreadableFileError(placeOf(lines.length + 1, path), EXPECTED, "a line that does not end");
  }
  return lines.map((line, index) => parseStored(recordedRun, line, placeOf(index + 1, path), EXPECTED));
}

function placeOf(line: number, path: string): string {
  return `line ${line} of ${path}`;
}

/**
 * Adds a run to the end of a history, in one write; what is there is never written again. The folder is made where there is
 * none.
 */
export async function appendRun(path: string, run: RecordedRun): Promise<void> {
  const line = Buffer.from(`${JSON.stringify(run)}\n`);
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, "a");
  try {
    const { bytesWritten } = await file.write(line);
    if (bytesWritten < line.length) throw new Error(`Only ${bytesWritten} of ${line.length} bytes went into ${path}`);
    await file.sync();
  } finally {
    await file.close();
  }
}
