import { afterAll, beforeAll, expect, test } from "vitest";
import { changedReference, returning } from "./fixtures/adapters.ts";
import { CommandLine } from "./fixtures/commandLine.ts";

const SMALL = ["--runs", "5", "--exhaustive", "1x1", "--rule", "domain/handle-returns-at-once"];

let cli: CommandLine;

beforeAll(() => {
  cli = new CommandLine();
});

afterAll(() => cli.remove());

/** An adapter that breaks a rule, and does something to the end of the process before. */
test.each([
  ["sets another code when the process exits", 'process.on("exit", () => { process.exitCode = 0; });'],
  ["removes the listeners of the kit", "process.removeAllListeners();"],
  ["sets the code at once", "process.exitCode = 0;"],
])("a broken rule ends with 1 although its module %s", async (_, line) => {
  cli.write("ending.mjs", `${returning}\n${line}\n`);
  const { code, out } = await cli.run(["check", "ending.mjs", ...SMALL]);
  expect(out).toContain("not conformant: returning");
  expect(code).toBe(1);
});

test.each([
  ["process.exit", "process.exit(0)"],
  ["process.reallyExit", "process.reallyExit(0)"],
  ["an exit that was imported by its name", 'process.removeAllListeners("exit"); exit(0)'],
])("an executor that ends the process through %s is an error, and never a pass", async (_, call) => {
  const adapter = changedReference("ending", "").replace("create(host) {", `create() { ${call};`);
  cli.write("ending.mjs", `import { exit } from "node:process";\n${adapter}`);
  const { code } = await cli.run(["check", "ending.mjs", ...SMALL]);
  expect(code).toBe(3);
});
