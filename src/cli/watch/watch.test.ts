import { renameSync } from "node:fs";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { CommandLine } from "../fixtures/commandLine.ts";
import { Conversation } from "../fixtures/conversation.ts";

let cli: CommandLine;
let watching: Conversation | undefined;

beforeAll(() => {
  cli = new CommandLine();
});

afterEach(async () => {
  await watching?.end("SIGKILL");
  watching = undefined;
});

afterAll(() => cli.remove());

const RULE = ["--rule", "domain/handle-returns-at-once", "--runs", "5", "--exhaustive", "1x1"];

/** The handle of the executor, in a file that another one imports. */
const handle = (body: string): string => `export const handle = (executor, command) => { ${body} };`;
const SOUND = handle("executor.handle(command);");
const RETURNING = handle("executor.handle(command); return Promise.resolve();");

function project(): void {
  cli.write("lib/handle.mjs", SOUND);
  cli.write("lib/wrap.mjs", 'export { handle } from "./handle.mjs";');
  cli.write(
    "adapter.mjs",
    `import reference from "executor-conformance/adapters/reference/domain";
     import { handle } from "./lib/wrap.mjs";
     export default { ...reference, name: "watched", capabilities: {}, create(host) {
       const executor = reference.create(host);
       return { ...executor, handle: (command) => handle(executor, command) };
     } };`,
  );
}

const waiting = (code: number): RegExp => new RegExp(`── exit code ${code}; waiting`);

test("a change of what the module imports is checked, a syntax error is reported, and the watch goes on", async () => {
  project();
  watching = new Conversation(cli.start(["check", "adapter.mjs", ...RULE, "--report", "json=report.json", "--watch"]));
  const first = await watching.until(waiting(0));
  expect(first).toMatch(
    /── checking adapter\.mjs\nconformant: watched[^]*nothing found at a quick look[^]*conformant: watched/,
  );

  cli.write("lib/handle.mjs", RETURNING);
  const second = await watching.until(waiting(1));
  expect(second).toMatch(/not conformant: watched[^]*✗ MUST domain\/handle-returns-at-once/);
  // Whatever was made ready before the change knows nothing of the module as it was.
  expect(second).not.toContain("nothing found at a quick look");

  cli.write("lib/handle.mjs", "export const handle = {{");
  expect(await watching.until(waiting(3))).toContain("SyntaxError");

  // As editors do: a new file in the place of the old one.
  cli.write("lib/handle.mjs.tmp", SOUND);
  renameSync(join(cli.folder, "lib/handle.mjs.tmp"), join(cli.folder, "lib/handle.mjs"));
  // What failed before is tried first.
  expect(await watching.until(waiting(0))).toContain("1 stored scenario");
  expect(await watching.end("SIGINT")).toBe(0);
});

test("a round that never ends gives way to the next change", async () => {
  project();
  cli.write("lib/handle.mjs", `await new Promise(() => setInterval(() => {}, 1000)); ${SOUND}`);
  watching = new Conversation(cli.start(["check", "adapter.mjs", ...RULE, "--watch"]));
  await watching.until(/── checking/);
  cli.write("lib/handle.mjs", RETURNING);
  expect(await watching.until(waiting(1))).toContain("not conformant: watched");
  expect(await watching.end("SIGTERM")).toBe(1);
});

test("a watch that is killed leaves no process behind", async () => {
  project();
  watching = new Conversation(cli.start(["check", "adapter.mjs", ...RULE, "--watch"]));
  await watching.until(waiting(0));
  // Its output ends when nobody holds it any more.
  expect(await watching.end("SIGKILL")).toBeNull();
});

test("on a terminal, Enter checks again and q quits with the last exit code", async () => {
  project();
  cli.write("lib/handle.mjs", RETURNING);
  const command = [process.execPath, cli.main, "check", "adapter.mjs", ...RULE, "--watch"].join(" ");
  const terminal = spawn("bash", ["-c", `exec script -qefc '${command}' /dev/null`], { cwd: cli.folder });
  watching = new Conversation(terminal);
  await watching.until(/Enter checks again, q quits/);
  watching.type("\r");
  expect(await watching.until(/Enter checks again, q quits/)).toContain("── checking adapter.mjs");
  watching.type("q");
  expect(await watching.ended()).toBe(1);
});

test.each([
  [["check", "nowhere.mjs", "--watch"], /Expected an adapter module at nowhere\.mjs to watch, got no file/],
  [["check", "adapter.mjs", "--watch", "--baseline", "b.json", "--update-baseline"], /records one check/],
])("%j is refused", async (args, message) => {
  const { code, error } = await cli.call(args);
  expect(error).toMatch(message);
  expect(code).toBe(2);
});
