import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Matrix } from "../report/matrix.ts";
import { changedReference, returning, sound } from "./fixtures/adapters.ts";
import { CommandLine } from "./fixtures/commandLine.ts";

let cli: CommandLine;

beforeAll(() => {
  cli = new CommandLine();
  const promised = `export const promises = { "domain/handle-returns-at-once": {
    promised: true, why: "it says | so", documentation: "https://example.org/returns" } };\n`;
  cli.write("adapters/theirs/returning.mjs", returning + promised);
  cli.write("adapters/ours.mjs", sound);
  cli.write("adapters/helper.mjs", "export const helper = 1;\n");
  cli.write("adapters/faulty/left-out.mjs", "throw new Error('nobody loads this');\n");
  cli.write("adapters/ours.test.mjs", "throw new Error('nor this');\n");
});

afterAll(() => cli.remove());

describe("matrix", () => {
  test("checks every adapter of a folder, and writes executors by rules", async () => {
    const { code, out } = await cli.call(["matrix", "--runs", "5", "--seed", "3"]);
    expect(out).toContain("2 executors, written to reports/matrix.json and reports/matrix.md");
    expect(code).toBe(0);
    const matrix = JSON.parse(readFileSync(join(cli.folder, "reports/matrix.json"), "utf8")) as Matrix;
    expect(matrix.seed).toBe(3);
    expect(matrix.entries.map(({ module }) => module)).toEqual(["adapters/ours.mjs", "adapters/theirs/returning.mjs"]);
    const markdown = readFileSync(join(cli.folder, "reports/matrix.md"), "utf8");
    expect(markdown).toMatch(/^\| `domain\/handle-returns-at-once` \| ✓ \| ✗ \|$/m);
    expect(markdown).toContain("Promised: it says \\| so [documentation](https://example.org/returns)");
    expect(markdown).toContain(
      '`npx executor-conformance check adapters/theirs/returning.mjs --adapter "returning" --rule domain/handle-returns-at-once --seed 3`',
    );
  });

  test("is no gate for red cells, but exits with 3 when an executor could not be checked", async () => {
    const broken = changedReference("broken", "").replace("create(host) {", 'create() { throw new Error("no disk");');
    cli.write("others/broken.mjs", broken);
    const { code } = await cli.call(["matrix", "others", "--runs", "5", "--out", "out"]);
    expect(code).toBe(3);
    expect(readFileSync(join(cli.folder, "out/matrix.md"), "utf8")).toContain("no disk");
  });

  test.each([
    ["a folder without adapters", "empty", "Expected adapter modules in"],
    ["no folder", "nowhere", "Expected a folder with adapters at nowhere"],
  ])("refuses %s with 2", async (_, folder, message) => {
    cli.write("empty/readme.txt", "nothing");
    const { code, error } = await cli.call(["matrix", folder]);
    expect(error).toContain(message);
    expect(code).toBe(2);
  });
});
