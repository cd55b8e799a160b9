import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { CommandOutput } from "./output-spool.ts";
import { OutputSpool, renderOutput } from "./output-spool.ts";

let directory = "";

beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), "spool-"))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function spoolOf(maxUnreadCharacters: number, maxSpillBytes = 1_000_000, spillDirectory = directory): OutputSpool {
  return new OutputSpool({ maxUnreadCharacters, maxSpillBytes, spillDirectory });
}

/** What a reader who follows the file gets. */
function whole({ text, spilled }: CommandOutput): string {
  if (spilled === undefined) return text;
  return text + readFileSync(spilled.path).subarray(spilled.fromByte, spilled.toByte).toString();
}

it("returns each text once, and makes no file within the bound", () => {
  const spool = spoolOf(10);
  spool.write("12345");
  spool.write("67890");
  expect(spool.read()).toEqual({ text: "1234567890" });
  expect(spool.read()).toEqual({ text: "" });
  spool.write("1234567890");
  expect(spool.read()).toEqual({ text: "1234567890" });
  expect(readdirSync(directory)).toEqual([]);
});

it("goes on in a file beyond the bound, and in memory again after a read, losing nothing", () => {
  const spool = spoolOf(4);
  const reads: CommandOutput[] = [];
  let written = "";
  for (let piece = 0; piece < 60; piece += 1) {
    const text = `${piece}€${"x".repeat(piece % 7)}`;
    written += text;
    spool.write(text);
    if (piece % 5 === 0) reads.push(spool.read());
  }
  spool.close();
  reads.push(spool.read());
  expect(reads.every(({ text }) => text.length <= 4)).toBe(true);
  expect(reads.map(whole).join("")).toBe(written);
  expect(readdirSync(directory)).toHaveLength(1);
});

it("keeps characters of two units in one piece", () => {
  const spool = spoolOf(2);
  spool.write("a😀b");
  const output = spool.read();
  expect(output.text).toBe("a");
  expect(whole(output)).toBe("a😀b");
});

it("counts what finds no room in the file, and keeps nothing after such a gap in the same stretch", () => {
  const spool = spoolOf(0, 10);
  for (const text of ["12345678", "abcd", "e"]) spool.write(text);
  const first = spool.read();
  expect(whole(first)).toBe("12345678");
  expect(first.lostCharacters).toBe(5);
  spool.write("fg");
  expect(whole(spool.read())).toBe("fg");
});

it("counts what is lost where no file can be made", () => {
  const spool = spoolOf(1, 10, join(directory, "missing"));
  spool.write("abc");
  expect(spool.read()).toEqual({ text: "a", lostCharacters: 2 });
});

it("lets only its user read the file, and removes it", () => {
  const spool = spoolOf(0);
  spool.write("secret");
  const path = spool.read().spilled?.path ?? "";
  expect(statSync(path).mode & 0o777).toBe(0o600);
  spool.remove();
  spool.write("later");
  expect(readdirSync(directory)).toEqual([]);
  expect(spool.read()).toEqual({ text: "" });
});

it("tells a reader where the rest is", () => {
  expect(renderOutput({ text: "all" })).toBe("all");
  expect(renderOutput({ text: "head", spilled: { path: "/t/f", fromByte: 3, toByte: 9 }, lostCharacters: 2 })).toBe(
    "head\n[output goes on in /t/f, bytes 3 to 9; 2 characters could not be kept]\n",
  );
});
