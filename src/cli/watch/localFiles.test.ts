import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, expect, test } from "vitest";
import { importedPaths, localFiles } from "./localFiles.ts";

const folder = mkdtempSync(join(tmpdir(), "local-files-"));

afterAll(() => rmSync(folder, { recursive: true }));

test("relative imports are seen, however they are written", () => {
  const text = `
import a from "./a.ts";
import { type B,
  c } from '../b.js';
export * from "./c";
import "./d.mjs";
const e = await import("./e.json"), f = require('./f.cjs');
import fs from "node:fs";
import pkg from "package";
`;
  expect(importedPaths(text)).toEqual(["./a.ts", "../b.js", "./c", "./d.mjs", "./e.json", "./f.cjs"]);
});

test("a module's files are those it imports at any depth, round trips included, and what is missing", async () => {
  const files = {
    "main.ts": 'import "./typed.js"; import "./bare"; import "./folder"; import "./gone.ts"; import "vitest";',
    "typed.ts": 'import "./main.ts";',
    "bare.mts": "",
    "folder/index.js": 'import "../deep/er.cjs";',
    "deep/er.cjs": "",
    "unrelated.ts": "",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { texts, missing } = await localFiles(join(folder, "main.ts"));
  const found = [...texts.keys()].map((path) => relative(folder, path)).toSorted();
  expect(found).toEqual(["bare.mts", "deep/er.cjs", "folder/index.js", "main.ts", "typed.ts"]);
  expect(missing).toEqual([join(folder, "gone.ts")]);
});
