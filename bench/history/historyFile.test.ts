import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { figure, run } from "./fixtures/runs.ts";
import { appendRun, parseHistory, readHistory } from "./historyFile.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "history-"));
});

afterEach(() => rm(folder, { recursive: true }));

test("what is appended is read back, and what was there stays as it is", async () => {
  const path = join(folder, "not/yet/history.jsonl");
  expect(await readHistory(path)).toEqual([]);
  const runs = [run([figure(1)]), run([figure(2, { version: "1.0.0" })], { dirty: true })];
  await appendRun(path, runs[0]!);
  const before = await readFile(path, "utf8");
  await appendRun(path, runs[1]!);
  expect((await readFile(path, "utf8")).startsWith(before)).toBe(true);
  expect(await readHistory(path)).toEqual(runs);
});

test("many that append at once lose nothing", async () => {
  const path = join(folder, "history.jsonl");
  const figures = Array.from({ length: 200 }, (_, size) => figure(1, { size }));
  await Promise.all(
    Array.from({ length: 20 }, (_, cores) =>
      appendRun(path, run(figures, { machine: { node: "v20", cpu: "", cores } })),
    ),
  );
  const read = await readHistory(path);
  expect(read.map(({ machine }) => machine.cores).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, index) => index),
  );
  expect(read.every((one) => one.figures.length === 200)).toBe(true);
});

describe("a history with a line that is no run is refused, with the line and the reason", () => {
  const good = JSON.stringify(run([figure(1)]));
  test.each([
    ["no JSON", `${good}\n{\n`, /line 2 of h.jsonl, got text that is not JSON/],
    ["an empty line", `${good}\n\n${good}\n`, /line 2 of h.jsonl, got text that is not JSON/],
    [
      "a ratio below zero",
      `${JSON.stringify(run([figure(-1)]))}\n`,
      /line 1 of h.jsonl, got something else: .* at figures.0.ns/,
    ],
    [
      "no figures",
      `${good}\n${good}\n${JSON.stringify(run([]))}\n`,
      /line 3 of h.jsonl, got something else: .* at figures/,
    ],
    [
      "another schema",
      `${good.replace('"schemaVersion":1', '"schemaVersion":2')}\n`,
      /line 1 of h.jsonl.* at schemaVersion/,
    ],
    ["a date that is none", `${good.replace("2026-01-02", "yesterday")}\n`, /line 1 of h.jsonl.* at date/],
    [
      "a line that was not written to its end",
      `${good}\n${good.slice(0, 50)}`,
      /line 2 of h.jsonl, got a line that does not end/,
    ],
  ])("%s", (_, text, message) => {
    expect(() => parseHistory(text, "h.jsonl")).toThrow(message);
  });

  test("and a folder is none", async () => {
    await expect(readHistory(folder)).rejects.toThrow("Expected a history of benchmark runs in");
  });

  test("and nothing is added behind it", async () => {
    const path = join(folder, "history.jsonl");
    await writeFile(path, "{}\n");
    await expect(readHistory(path)).rejects.toThrow(`line 1 of ${path}`);
  });
});
