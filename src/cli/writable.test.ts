import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { assertWritable, type Output } from "./writable.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "writable-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

const history = (path: string): Output => ({ what: "the history", path, isKept: true, makesFolder: true });

test("to find out leaves everything as it was", async () => {
  const [there, link] = [join(folder, "there.json"), join(folder, "link.json")];
  writeFileSync(there, "kept");
  symlinkSync("nowhere.json", link);
  await assertWritable([{ path: there }, { path: link }, history(join(folder, "a/b/h.jsonl"))]);
  expect(readFileSync(there, "utf8")).toBe("kept");
  expect(readdirSync(folder).toSorted()).toEqual(["link.json", "there.json"]);
});

test.each([
  ["the same path", "h.jsonl", "h.jsonl"],
  ["another way to write it", "h.jsonl", "../FOLDER/./h.jsonl"],
  ["a link to it", "h.jsonl", "link-to-file"],
  ["a link to its folder", "h.jsonl", "link-to-folder/h.jsonl"],
])("two outputs must not be one file: %s", async (_, first, second) => {
  symlinkSync("h.jsonl", join(folder, "link-to-file"));
  symlinkSync(".", join(folder, "link-to-folder"));
  const other = `${folder}/${second.replace("FOLDER", folder.split("/").at(-1) ?? "")}`;
  const outputs = [history(join(folder, first)), { path: other }];
  await expect(assertWritable(outputs)).rejects.toThrow(
    `Expected different files, got ${other} for a report and for the history: the last would be all there is`,
  );
  writeFileSync(join(folder, first), "");
  await expect(assertWritable(outputs)).rejects.toThrow("for a report and for the history");
});

test("an output must not be what is read", async () => {
  const module = join(folder, "adapter.mjs");
  writeFileSync(module, "export default {}");
  await expect(assertWritable([{ path: module }], [module])).rejects.toThrow("for a report and for what is read");
});

test.each([
  ["", /^Expected a path to write the history to, got an empty one$/],
  [".", /^Cannot write the history to \.: it is a folder$/],
  ["/dev/null", /^Cannot write the history to \/dev\/null: it is a pipe or a device, which keeps nothing$/],
  ["/proc/nope/h.jsonl", /^Cannot write the history to \/proc\/nope\/h\.jsonl: /],
  ["/sys/nope/h.jsonl", /^Cannot write the history to \/sys\/nope\/h\.jsonl: /],
])("a history at %j is refused", async (path, message) => {
  await expect(assertWritable([history(path)])).rejects.toThrow(message);
});

test("a folder is only made for who asks for it, and not inside of a file", async () => {
  const path = join(folder, "no/b.json");
  await expect(assertWritable([{ what: "the budget", path }])).rejects.toThrow(
    `Cannot write the budget to ${path}: its folder is not there, create it first`,
  );
  mkdirSync(join(folder, "file"));
  writeFileSync(join(folder, "file/x"), "");
  await expect(assertWritable([history(join(folder, "file/x/h.jsonl"))])).rejects.toThrow(
    "a part of the path is a file",
  );
  expect(existsSync(join(folder, "no"))).toBe(false);
});

test("a report may go to a device, and several to the same", async () => {
  await assertWritable([{ path: "/dev/null" }, { path: "/dev/null" }]);
});
