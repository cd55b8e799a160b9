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

test.each([["bench"], ["bench", "--counters"], ["check", "--in-process"]])(
  "a module that never settles, and takes the listeners of the kit away, is no success of %s",
  async (...command) => {
    const never = "process.removeAllListeners(); process.exitCode = 0; await new Promise(() => {});";
    cli.write("never.mjs", `${never} export default {};`);
    const { code, error } = await cli.run([...command, "never.mjs"]);
    expect(error).toContain("something never settles");
    expect(code).toBe(3);
  },
);

test.each([
  ["process.exit", "process.exit(0)"],
  ["process.reallyExit", "process.reallyExit(0)"],
  ["an exit that was imported by its name", 'process.removeAllListeners("exit"); exit(0)'],
  ["a signal", "process.kill(process.pid)"],
  ["a signal that nobody can handle", 'process.kill(process.pid, "SIGKILL")'],
  ["a signal to its group", "process.kill(0)"],
  ["a signal that was imported by its name", "kill(process.pid)"],
])("an executor that ends the process through %s is an error, and never a pass", async (_, call) => {
  const adapter = changedReference("ending", "").replace("create(host) {", `create() { ${call};`);
  cli.write("ending.mjs", `import { exit, kill } from "node:process";\n${adapter}`);
  const { code } = await cli.run(["check", "ending.mjs", ...SMALL]);
  expect(code).toBe(3);
});

test.each(["process.kill(process.pid)", "process.abort()"])("%s is a finding in this thread as well", async (call) => {
  cli.write("ending.mjs", changedReference("ending", `handle(command) { executor.handle(command); ${call}; }`));
  const escapes = ["--rule", "domain/nothing-escapes", "--runs", "5", "--exhaustive", "1x1"];
  const { code, out } = await cli.run(["check", "ending.mjs", "--in-process", ...escapes]);
  expect(out).toMatch(/process\.(kill sent\s+SIGTERM|abort\(\)\s+was\s+called)/);
  expect(code).toBe(1);
});

test("signals that ask, and those to others, are left alone", async () => {
  const asks = "process.kill(process.pid, 0); spawn('sleep', ['60']).kill();";
  const adapter = changedReference("asking", `handle(command) { executor.handle(command); }`);
  cli.write("asking.mjs", `import { spawn } from "node:child_process";\n${asks}\n${adapter}`);
  const { code, out } = await cli.run(["check", "asking.mjs", ...SMALL]);
  expect(out).toContain("conformant: asking");
  expect(code).toBe(0);
});

test.each([
  ["closes it", "parentPort.close()"],
  ["sends nonsense", 'parentPort.postMessage(null); parentPort.postMessage("done")'],
  ["sends what looks like an answer", 'parentPort.postMessage({ type: "done", value: { runs: 1e6 }, strays: [] })'],
  ["forgets who listens", "parentPort.removeAllListeners()"],
])("an adapter that takes the port of its thread for its own, and %s, is judged like any other", async (_, call) => {
  const adapter = changedReference("talking", `handle(command) { executor.handle(command); ${call}; }`);
  cli.write("talking.mjs", `import { parentPort } from "node:worker_threads";\n${call};\n${adapter}`);
  const { code, error } = await cli.run(["check", "talking.mjs", ...SMALL]);
  expect(error).toBe("");
  expect(code).toBe(0);
});

test("a field that no thread can be sent is the adapter's own business", async () => {
  const fields = "self: globalThis, much: 1n, toJSON() { return { profile: 'domain', name: 'other' }; },";
  cli.write("rich.mjs", changedReference("rich", "").replace("capabilities", `${fields} capabilities`));
  const { code, out } = await cli.run(["check", "rich.mjs", ...SMALL]);
  expect(out).toContain("conformant: rich");
  expect(code).toBe(0);
});

test("frozen globals are an error, and no check that hangs", async () => {
  const adapter = changedReference("frozen", "");
  cli.write("frozen.mjs", `Object.freeze(globalThis);\n${adapter}`);
  const { code, out } = await cli.run(["check", "frozen.mjs", ...SMALL]);
  expect(out).toMatch(/Virtual time takes the place of setTimeout, which the adapter has frozen/);
  expect(code).toBe(3);
});
