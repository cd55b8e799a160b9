import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sound } from "./fixtures/adapters.ts";
import { CommandLine, type Finished } from "./fixtures/commandLine.ts";

let cli: CommandLine;

beforeAll(() => {
  cli = new CommandLine();
});

afterAll(() => cli.remove());

let modules = 0;

/** A module with this source. */
function moduleOf(source: string): string {
  modules += 1;
  const path = `m${modules}.mjs`;
  cli.write(path, source);
  return path;
}

describe("exit code 3: a module that", () => {
  test.each([
    [
      "throws when it is loaded",
      'throw new Error("no license");',
      /^error: Loading m\d+\.mjs threw Error: no license at /,
    ],
    ["is no JavaScript", "export default {{", /^error: Loading m\d+\.mjs threw SyntaxError/],
    ["imports what is not there", 'import "./nowhere.mjs";', /^error: Loading m\d+\.mjs threw .*nowhere\.mjs/],
    [
      "leaves a rejection alone",
      `Promise.reject(new Error("left alone"));${sound}`,
      /left an error that nobody handles: Error: left alone/,
    ],
    ["exits the process", "process.exit(0);", /process\.exit\(0\) was called/],
    ["never finishes loading", "await new Promise(() => {});", /Loading \S+ never came to an end: the thread ended/],
  ])("%s", async (_what, source, message) => {
    const { code, out, error } = await cli.run(["check", moduleOf(source)]);
    expect(error).toMatch(message);
    expect(out).toBe("");
    expect(code).toBe(3);
  });
});

describe("exit code 2: a module whose default export is wrong, in one sentence", () => {
  const adapter = (fields: string): string =>
    `export default { profile: "domain", name: "n", create() {}, ${fields} };`;
  const wrong: readonly (readonly [what: string, source: string, message: RegExp])[] = [
    [
      "none",
      "export const adapter = 1;",
      /^error: Expected a default export in m\d+\.mjs, got only adapter: write `export default`/,
    ],
    ["no export at all", "", /got no export/],
    [
      "a function",
      "export default () => {};",
      /Expected an adapter as the default export of m\d+\.mjs, got a function/,
    ],
    ["null", "export default null;", /got null/],
    ["an empty array", "export default [];", /got an empty array: add one/],
    [
      "an array with something else in it",
      "export default [1];",
      /Expected an adapter as adapter 1 of m\d+\.mjs, got 1/,
    ],
    [
      "of a profile with a typo",
      'export default { profile: "domian", name: "n" };',
      /got "domian": did you mean "domain"\?/,
    ],
    ["of no profile", 'export default { name: "n" };', /Expected a "profile" .* got nothing/],
    ["without a name", 'export default { profile: "domain", create() {} };', /Expected a "name" .* got nothing/],
    [
      "without create",
      'export default { profile: "domain", name: "n" };',
      /Expected a function "create" .* add create\(host\)/,
    ],
    [
      "with a misspelt capability",
      adapter("capabilities: { rearmByID: true }"),
      /got "rearmByID": did you mean "rearmById"\?/,
    ],
    [
      "with a capability nobody knows",
      adapter("capabilities: { teleport: true }"),
      /got "teleport": there are rearmById, /,
    ],
    [
      "with a capability that is no boolean",
      adapter('capabilities: { turns: "yes" }'),
      /true or false for the capability "turns" .* got "yes"/,
    ],
    [
      "with capabilities that are none",
      adapter('capabilities: ["turns"]'),
      /Expected an object as "capabilities" .* got an array/,
    ],
    [
      "with a misspelt field",
      adapter("capabilites: { turns: true }"),
      /no field "capabilites" .* did you mean "capabilities"\?/,
    ],
    ["with settleMs below 0", adapter("settleMs: -1"), /Expected milliseconds, 0 or more as "settleMs" .* got -1/],
    [
      "with a field that refuses to be read",
      adapter('get version() { throw new Error("not built"); }'),
      /can be read as the default export of m\d+\.mjs, but reading it threw Error: not built: give its fields plain/,
    ],
    [
      "with capabilities that refuse to be read",
      adapter('capabilities: { get turns() { throw new Error("not built"); } }'),
      /reading it threw Error: not built/,
    ],
    ["remote", adapter("remote: true"), /this version cannot check remote executors yet/],
    [
      "two of one name",
      'const a = { profile: "domain", name: "n", create() {} }; export default [a, a];',
      /two called "n": rename one/,
    ],
  ];

  function expectOneSentence({ code, out, error }: Finished, message: RegExp): void {
    expect(error).toMatch(message);
    expect(error.trim().split("\n")).toHaveLength(1);
    expect(out).toBe("");
    expect(code).toBe(2);
  }

  test.each(wrong)("%s", async (_what, source, message) => {
    expectOneSentence(await cli.call(["check", moduleOf(source), "--in-process"]), message);
  });

  // What looks like no adapter at all, and what looks like one, reach the process in two ways.
  test.each([wrong[0], wrong.at(-1)] as typeof wrong)("%s, loaded in a thread", async (_what, source, message) => {
    expectOneSentence(await cli.run(["check", moduleOf(source)]), message);
  });
});

describe("exit code 2: a request that cannot be fulfilled", () => {
  beforeAll(() => {
    cli.write("sound.mjs", sound);
    cli.write("broken/x.json", '{ "schemaVersion": 1 }');
    cli.write("cut/x.json", "{");
    mkdirSync(join(cli.folder, "folder"));
  });

  test.each([
    [["check", "nowhere.mjs"], /^error: Expected an adapter module at nowhere\.mjs, got nothing/],
    [["check", "folder"], /got a folder: give the path of a/],
    [["check"], /missing required argument 'adapter module'/],
    [["check", "sound.mjs", "--profile", "lanes"], /did you mean lane\?/],
    [["check", "sound.mjs", "--profile", "lane"], /Expected an adapter of the profile lane, got only domain/],
    [["check", "sound.mjs", "--adapter", "sond"], /Unknown adapter "sond": did you mean sound\?/],
    [["check", "sound.mjs", "--adapter", "zzz"], /Unknown adapter "zzz": there are sound/],
    [
      ["check", "sound.mjs", "--rule", "domain/one-outcome-per-comand"],
      /did you mean domain\/one-outcome-per-command\?/,
    ],
    [["check", "sound.mjs", "--rule", "zzz"], /Unknown rule "zzz": `executor-conformance rules` lists them/],
    [
      ["check", "sound.mjs", "--rule", "domain/stale-turn-not-applied"],
      /applies only with turns, which it does not declare/,
    ],
    [["check", "sound.mjs", "--rule", "job/ids-unique-and-stable"], /--rule selects no rule of its profile domain/],
    [["check", "sound.mjs", "--runs", "many"], /Expected a whole number from 0/],
    [["check", "sound.mjs", "--runs", "-1"], /Expected a whole number from 0/],
    [["check", "sound.mjs", "--seed", "1.5"], /Expected a whole number from -2147483648/],
    [["check", "sound.mjs", "--max-steps", "0"], /Expected a whole number from 1/],
    [["check", "sound.mjs", "--time-budget", "0"], /Expected a number of seconds above 0/],
    [["check", "sound.mjs", "--exhaustive", "2"], /Expected COMMANDSxCONTROLS/],
    [["check", "sound.mjs", "--exhaustive", "9x9"], /each up to 4/],
    [["check", "sound.mjs", "--workers", "0"], /Expected a whole number from 1/],
    [["check", "sound.mjs", "--shard", "3/2"], /Expected I\/N, the part I of N/],
    [["check", "sound.mjs", "--workres", "2"], /unknown option '--workres'/],
    [["check", "sound.mjs", "--report", "json"], /Expected FORMAT=PATH/],
    [["check", "sound.mjs", "--report", "xunit=x.xml"], /This version writes .*, and not "xunit"; did you mean junit/s],
    [["check", "sound.mjs", "--report", "json=no/such/folder/r.json"], /its folder is not there/],
    [
      ["check", "sound.mjs", "--report", "json=r.json", "--report", "html=./r.json"],
      /Expected different files, got \.\/r\.json for a report and for another/,
    ],
    [["check", "sound.mjs", "--report", "json=folder"], /Cannot write a report to folder: it is a folder/],
    [
      ["check", "sound.mjs", "--corpus", "broken"],
      /Expected a scenario, or a counterexample with its rule, in broken\/x\.json, got something else/,
    ],
    [["check", "sound.mjs", "--corpus", "cut"], /text that is not JSON/],
    [["check", "sound.mjs", "--corpus", "sound.mjs"], /Expected a folder of counterexamples in sound\.mjs, got a file/],
    [["chek", "sound.mjs"], /unknown command 'chek'/],
    [[], /Usage: executor-conformance/],
  ])("%j", async (args, message) => {
    const { code, out, error } = await cli.call(args);
    expect(error).toMatch(message);
    expect(out).toBe("");
    expect(code).toBe(2);
  });

  test("ends the process with 2", async () => {
    const { code, out, error } = await cli.run(["check", "sound.mjs", "--runs", "many"]);
    expect(error).toMatch(/Expected a whole number from 0/);
    expect(out).toBe("");
    expect(code).toBe(2);
  });

  test("comes before a module that throws, and before anything is run", async () => {
    cli.write("throws.mjs", "throw new Error();");
    const { code } = await cli.call(["check", "throws.mjs", "--report", "json=no/such/folder/r.json"]);
    expect(code).toBe(2);
  });
});
