import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AnyRecord } from "../run/runner.ts";
import { UnreadableFileError } from "../contract/storedFile.ts";
import { fileName, readCorpus, readCorpusFile, writeCounterexample } from "./corpus.ts";
import type { StoredCounterexample } from "./counterexampleFile.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "corpus-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const counterexample: StoredCounterexample = {
  schemaVersion: 1,
  kit: { name: "executor-conformance", version: "0.1.0" },
  profile: "domain",
  adapter: { name: "mine", module: "../mine.ts" },
  rule: "domain/receipt-after-drain",
  scenario: { profile: "domain", setup: {}, steps: [{ op: "handle", command: "c1", gap: 2 } as never] },
  seed: 7,
  traceHash: "0123456789abcdef",
  records: [{ type: "step", step: 0, at: 0 }, { type: "quiet", step: 0, at: 1, due: [] } as AnyRecord],
};

test("what is written is read back, in the order of the names", async () => {
  const other = { ...counterexample, rule: "domain/nothing-escapes" };
  const second = await writeCounterexample(folder, counterexample);
  const first = await writeCounterexample(folder, other);
  writeFileSync(join(folder, "notes.txt"), "not one of them");
  expect(await readCorpus(folder)).toEqual([
    { path: first, counterexample: other },
    { path: second, counterexample },
  ]);
});

test("a newer one of the same adapter and rule takes the place of the older", async () => {
  await writeCounterexample(join(folder, "new"), counterexample);
  await writeCounterexample(join(folder, "new"), { ...counterexample, seed: 8 });
  const entries = await readCorpus(join(folder, "new"));
  expect(entries.map((entry) => entry.counterexample?.seed)).toEqual([8]);
  expect(readdirSync(join(folder, "new"))).toEqual(["mine--domain--receipt-after-drain.json"]);
});

test("one is a line for each step and each record", async () => {
  const text = readFileSync(await writeCounterexample(folder, counterexample), "utf8");
  expect(text).toContain('\n    {"op":"handle","command":"c1","gap":2}\n');
  expect(text).toContain('\n    {"type":"step","step":0,"at":0},\n');
});

test("a scenario that somebody keeps stands beside them", async () => {
  const kept = {
    schemaVersion: 1,
    profile: "domain",
    about: "it hung once",
    scenario: counterexample.scenario,
  } as const;
  const path = join(folder, "kept.json");
  writeFileSync(path, JSON.stringify(kept));
  expect(await readCorpus(folder)).toEqual([{ path, kept }]);
});

test("a folder that is not there is an empty corpus", async () => {
  expect(await readCorpus(join(folder, "nowhere"))).toEqual([]);
});

describe("a file name", () => {
  const named = (name: string): string => fileName({ adapter: { name, module: "" }, rule: "domain/x" });

  test("is readable, and never leaves its folder", () => {
    expect(named("p-queue@9.1")).toMatch(/^p-queue-9\.1-[0-9a-f]{8}--domain--x\.json$/);
    expect(named("../../etc/passwd")).toMatch(/^etc-passwd-[0-9a-f]{8}--domain--x\.json$/);
    expect(named("工具")).toMatch(/^[0-9a-f]{8}--domain--x\.json$/);
  });

  test("is another for every name, also where only signs or letter sizes differ", () => {
    const names = ["a b", "a-b", "A-b", "a_b", "a/b", "x".repeat(100), "x".repeat(101)];
    expect(new Set(names.map((name) => named(name).toLowerCase())).size).toBe(names.length);
  });
});

describe("a file that is no counterexample is refused with its path and the place", () => {
  test.each([
    ["no JSON", "{", /text that is not JSON/],
    ["an array", "[]", /something else/],
    ["of another version", JSON.stringify({ ...counterexample, schemaVersion: 2 }), /at schemaVersion/],
    ["with a field too many", JSON.stringify({ ...counterexample, extra: 1 }), /extra/],
    [
      "with a step nobody knows",
      JSON.stringify({ ...counterexample, scenario: { ...counterexample.scenario, steps: [{ op: "fly" }] } }),
      /a scenario that is none: .* at steps\.0\.op/,
    ],
  ])("%s", async (_what, text, message) => {
    const path = join(folder, "x.json");
    writeFileSync(path, text);
    await expect(readCorpusFile(path)).rejects.toThrow(message);
    await expect(readCorpus(folder)).rejects.toThrow(UnreadableFileError);
    await expect(readCorpus(folder)).rejects.toThrow(path);
  });

  test("a folder, and nothing at all", async () => {
    mkdirSync(join(folder, "x.json"));
    await expect(readCorpus(folder)).rejects.toThrow(/x\.json, got a folder/);
    await expect(readCorpusFile(join(folder, "y.json"))).rejects.toThrow(/y\.json, got no such file/);
  });
});
