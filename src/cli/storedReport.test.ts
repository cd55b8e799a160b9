import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { UnreadableFileError } from "../contract/storedFile.ts";
import { readReport } from "./storedReport.ts";

const folder = mkdtempSync(join(tmpdir(), "stored-report-"));

afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ["no-such.json", "no such file"],
  [".", "a folder"],
  ["empty.json/x", "a file"],
  ["empty.json", "something else: "],
])("%s is refused: %s", async (name, got) => {
  writeFileSync(join(folder, "empty.json"), "{}");
  const path = join(folder, name);
  const refusal = await readReport(path).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(UnreadableFileError);
  expect((refusal as Error).message).toContain(`Expected a report in ${path}, got ${got}`);
});
