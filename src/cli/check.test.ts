import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { domainRules } from "../../properties/domain/index.ts";
import { parseReport } from "../report/reportFile.ts";
import { changedReference, leaving, returning, sound } from "./fixtures/adapters.ts";
import { CommandLine, type Finished } from "./fixtures/commandLine.ts";

let cli: CommandLine;

beforeAll(() => {
  cli = new CommandLine();
});

afterAll(() => cli.remove());

/** Two rules that every run exercises: enough for a verdict. */
const TWO_RULES = ["--rule", "domain/handle-returns-at-once", "--rule", "domain/nothing-left-behind"];
const SMALL = ["--runs", "5", "--exhaustive", "1x1", "--seed", "1"];

let modules = 0;

/** Checks a module with this source, in a corpus of its own. */
function check(source: string, ...options: string[]): Promise<Finished> {
  modules += 1;
  const path = `m${modules}.mjs`;
  cli.write(path, source);
  return cli.run(["check", path, "--corpus", `corpus-${modules}`, ...SMALL, ...options]);
}

describe("the exit code", () => {
  test("is 0 for a conformant executor", async () => {
    const { code, out, error } = await check(sound, ...TWO_RULES);
    expect(out).toMatch(/^conformant: sound \(domain\)\n {2}every scenario up to 1 command/);
    expect(out).toContain("2 rules: 2 pass\nconformant: sound (domain)\n");
    expect(error).toBe("");
    expect(code).toBe(0);
  });

  test("is 0 for the reference executor, every rule and every capability", async () => {
    const source = 'export { default } from "executor-conformance/adapters/reference/domain";';
    const { code, out } = await check(source, "--runs", "4000", "--exhaustive", "2x2/0");
    expect(out).toContain(`${domainRules.length} rules: ${domainRules.length} pass\n`);
    expect(code).toBe(0);
  });

  test("is 1 for a violated MUST, shown with a diagram and the command that replays it", async () => {
    const { code, out } = await check(returning, ...TWO_RULES);
    expect(out).toMatch(/^not conformant: returning \(domain\)/);
    expect(out).toContain("✗ MUST domain/handle-returns-at-once");
    expect(out).toMatch(/✗ +│<─+┤ +│ +handle returns a promise\n/);
    expect(out).toMatch(
      /Replay {4}npx executor-conformance replay corpus-\d+\/returning--domain--handle-returns-at-once\.json/,
    );
    expect(code).toBe(1);
  });

  test("is 1 for three hundred failing adapters: never a count", async () => {
    const many = returning
      .replace("export default {", "const one = {")
      .concat("export default Array.from({ length: 300 }, (_, index) => ({ ...one, name: `n${index}` }));");
    const { code, out } = await check(
      many,
      "--rule",
      "domain/handle-returns-at-once",
      "--runs",
      "1",
      "--exhaustive",
      "1x0/0",
    );
    expect(out).toContain("300 adapters: 300 not conformant\n");
    expect(code).toBe(1);
  });

  test("is 0 for a violated SHOULD, and 1 with --strict", async () => {
    const warned = await check(leaving, ...TWO_RULES);
    expect(warned.out).toMatch(/^conformant, with 1 warning: leaving/);
    expect(warned.out).toContain("✗ SHOULD domain/nothing-left-behind");
    expect(warned.code).toBe(0);
    const strict = await check(leaving, ...TWO_RULES, "--strict");
    expect(strict.out).toMatch(/^not conformant: leaving/);
    expect(strict.code).toBe(1);
  });

  test("is 3 for a factory that throws, and for one that rejects", async () => {
    for (const create of ['() => { throw new Error("no disk"); }', 'async () => { throw new Error("no disk"); }']) {
      const { code, out } = await check(`export default { profile: "domain", name: "n", create: ${create} };`);
      expect(out).toMatch(/^error: n \(domain\)/);
      expect(out).toContain('create() of the adapter "n" threw Error: no disk');
      expect(code).toBe(3);
    }
  });

  test("is 3 for a declared capability without its method", async () => {
    const source = changedReference("n", "enterTurn: undefined").replace(
      "capabilities: {}",
      "capabilities: { turns: true }",
    );
    const { code, out } = await check(source);
    expect(out).toMatch(/declares the capability turns, but its executor has no method\s+enterTurn\(\)/);
    expect(code).toBe(3);
  });

  test("is 1 when the factory throws after a MUST was violated, which stays found", async () => {
    const source = returning.replace(
      "create(host) {",
      'create(host) { if ((globalThis.n = (globalThis.n ?? 0) + 1) > 40) throw new Error("late");',
    );
    const { code, out } = await check(source, ...TWO_RULES);
    expect(out).toContain("✗ MUST domain/handle-returns-at-once");
    expect(out).toContain("Error: late");
    expect(code).toBe(1);
  });

  test("is 4 when a rule was never exercised, and when nothing was run", async () => {
    const unexercised = await check(sound, "--rule", "domain/sink-fault-contained", "--runs", "0");
    expect(unexercised.out).toMatch(/^inconclusive: sound/);
    expect(unexercised.out).toContain("1 rule never exercised");
    expect(unexercised.code).toBe(4);
    const nothing = await check(sound, "--runs", "0", "--exhaustive", "0x0");
    expect(nothing.out).toContain("nothing was run");
    expect(nothing.code).toBe(4);
  });

  test("of several adapters is the first of 1, 3, 4, 0 that applies", async () => {
    const adapters = (...names: string[]): string =>
      `${changedReference("sound", "")
        .replace("export default {", "const sound = {")
        .concat('const broken = { ...sound, name: "broken", create() { throw new Error("no"); } };')
        .concat(
          'const lazy = { ...sound, name: "lazy", create(host) { return { ...sound.create(host), handle() {} }; } };',
        )}
       export default [${names.join(", ")}];`;
    const one = await check(adapters("sound", "broken"), ...TWO_RULES);
    expect(one.out).toContain("2 adapters: 1 conformant, 1 error\n");
    expect(one.code).toBe(3);
    const two = await check(adapters("broken", "lazy", "sound"), "--rule", "domain/each-command-runs-once");
    expect(two.out).toContain("3 adapters: 1 conformant, 1 not conformant, 1 error\n");
    expect(two.code).toBe(1);
  });
});

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
    ["never finishes loading", "await new Promise(() => {});", /the process ended in the middle/],
  ])("%s", async (_what, source, message) => {
    const { code, out, error } = await check(source);
    expect(error).toMatch(message);
    expect(out).toBe("");
    expect(code).toBe(3);
  });
});

describe("exit code 2: a module whose default export is wrong, in one sentence", () => {
  const adapter = (fields: string): string =>
    `export default { profile: "domain", name: "n", create() {}, ${fields} };`;
  test.each([
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
    ["remote", adapter("remote: true"), /this version cannot check remote executors yet/],
    [
      "two of one name",
      'const a = { profile: "domain", name: "n", create() {} }; export default [a, a];',
      /two called "n": rename one/,
    ],
  ])("%s", async (_what, source, message) => {
    const { code, out, error } = await check(source);
    expect(error).toMatch(message);
    expect(error.trim().split("\n")).toHaveLength(1);
    expect(out).toBe("");
    expect(code).toBe(2);
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
    [["check", "sound.mjs", "--workers", "2"], /unknown option '--workers'/],
    [["check", "sound.mjs", "--report", "json"], /Expected FORMAT=PATH/],
    [["check", "sound.mjs", "--report", "junit=x.xml"], /This version writes json, and not "junit"/],
    [["check", "sound.mjs", "--report", "json=no/such/folder/r.json"], /its folder is not there/],
    [["check", "sound.mjs", "--report", "json=folder"], /Cannot write a report to folder: it is a folder/],
    [["check", "sound.mjs", "--corpus", "broken"], /Expected a counterexample in broken\/x\.json, got something else/],
    [["check", "sound.mjs", "--corpus", "cut"], /text that is not JSON/],
    [["check", "sound.mjs", "--corpus", "sound.mjs"], /Expected a folder of counterexamples in sound\.mjs, got a file/],
    [["chek", "sound.mjs"], /unknown command 'chek'/],
    [[], /Usage: executor-conformance/],
  ])("%j", async (args, message) => {
    const { code, out, error } = await cli.run(args);
    expect(error).toMatch(message);
    expect(out).toBe("");
    expect(code).toBe(2);
  });

  test("comes before a module that throws, and before anything is run", async () => {
    cli.write("throws.mjs", "throw new Error();");
    const { code } = await cli.run(["check", "throws.mjs", "--report", "json=no/such/folder/r.json"]);
    expect(code).toBe(2);
  });
});

describe("a report", () => {
  test("is read back by its own reader, and its results are those that were shown", async () => {
    const { code } = await check(returning, ...TWO_RULES, "--report", "json=a.json", "--report", "json=b.json");
    expect(code).toBe(1);
    const text = readFileSync(join(cli.folder, "a.json"), "utf8");
    expect(readFileSync(join(cli.folder, "b.json"), "utf8")).toBe(text);
    const { kit, results } = parseReport(text, "a.json");
    expect(kit.name).toBe("executor-conformance");
    expect(results.map(({ adapter, verdict, seed }) => [adapter.name, verdict, seed])).toEqual([
      ["returning", "not conformant", 1],
    ]);
    const [failed] = results[0]?.rules ?? [];
    expect(failed).toMatchObject({ id: "domain/handle-returns-at-once", verdict: "fail" });
    expect(failed?.counterexample).toMatchObject({ steps: 1, deterministic: true });
  });

  test("that was there before stays as it was when nothing is run", async () => {
    cli.write("kept.json", "kept");
    const { code } = await check("export default 1;", "--report", "json=kept.json", "--report", "json=new.json");
    expect(code).toBe(2);
    expect(readFileSync(join(cli.folder, "kept.json"), "utf8")).toBe("kept");
    expect(readdirSync(cli.folder)).not.toContain("new.json");
  });
});

describe("the corpus", () => {
  const run = (path: string): Promise<Finished> => cli.run(["check", path, "--corpus", "kept", ...SMALL, ...TWO_RULES]);

  test("keeps one file for each adapter and rule, replays it first and apart, and says what passes now", async () => {
    cli.write("changing.mjs", returning);
    const first = await run("changing.mjs");
    expect(first.code).toBe(1);
    expect(first.out).not.toContain("stored counterexample");
    const file = "returning--domain--handle-returns-at-once.json";
    expect(readdirSync(join(cli.folder, "kept"))).toEqual([file]);
    const text = readFileSync(join(cli.folder, "kept", file), "utf8");
    expect(JSON.parse(text)).toMatchObject({
      schemaVersion: 1,
      profile: "domain",
      adapter: { name: "returning", module: "../changing.mjs" },
      rule: "domain/handle-returns-at-once",
      seed: 1,
    });

    const again = await run("changing.mjs");
    expect(again.out).toContain("5 random runs, seed 1; 1 stored counterexample");
    expect(again.code).toBe(1);
    expect(readFileSync(join(cli.folder, "kept", file), "utf8")).toBe(text);

    cli.write("changing.mjs", changedReference("returning", ""));
    const mended = await run("changing.mjs");
    expect(mended.out).toContain(`kept/${file}: domain/handle-returns-at-once does not fail there any more`);
    expect(mended.code).toBe(0);
  });
});

describe("an adapter in TypeScript", () => {
  const source = (from: string): string => `
    import type { DomainAdapter } from "executor-conformance";
    import { KitError } from "executor-conformance";
    import { SurfaceDeniedError } from "executor-conformance/reference";
    import reference from "executor-conformance/adapters/reference/domain";
    import { label } from "./${from}/label.ts";
    const same = [KitError === globalThis.first?.[0], SurfaceDeniedError === globalThis.first?.[1]].join();
    globalThis.first ??= [KitError, SurfaceDeniedError];
    const adapter: DomainAdapter = { ...reference, name: label(same) };
    export default adapter;
  `;

  test("is loaded without a build step, and what it imports is the running kit, once", async () => {
    cli.write("lib/label.ts", "export const label = (same: string): string => `typed ${same}`;");
    cli.write("first.ts", source("lib"));
    cli.write("second.ts", `import "./first.ts";${source("lib")}`);
    const { code, out } = await cli.run(["check", "second.ts", ...SMALL, ...TWO_RULES]);
    expect(out).toMatch(/^conformant: typed true,true \(domain\)/);
    expect(code).toBe(0);
  });
});

describe("what an executor does to the process", () => {
  test("is contained: its output is not shown, and process.exit is a finding", async () => {
    const loud = changedReference(
      "loud",
      'handle(command) { console.log("LOUD"); process.stderr.write("LOUD\\n"); executor.handle(command); }',
    );
    const quiet = await check(`console.log("LOUD");${loud}`, ...TWO_RULES);
    expect(quiet.out + quiet.error).not.toContain("LOUD");
    expect(quiet.code).toBe(0);
    const exiting = await check(
      changedReference("exiting", "handle(command) { try { process.exit(0); } catch {} executor.handle(command); }"),
      "--rule",
      "domain/nothing-escapes",
    );
    expect(exiting.out).toContain("process.exit(0) was");
    expect(exiting.code).toBe(1);
  });

  test("does not keep the process alive, and is told where it breaks outside any run", async () => {
    const source = `setInterval(() => {}, 1000); setTimeout(() => { throw new Error("stray"); }, 0);${sound}`;
    const { code, error } = await check(source, ...TWO_RULES);
    expect(error).toMatch(/nobody handle[sd].* Error: stray/);
    expect(code).toBe(3);
  });
});

describe("the output", () => {
  test("is plain when piped, has colours where they are forced, and none where they are refused as well", async () => {
    cli.write("colours.mjs", sound);
    const args = ["check", "colours.mjs", ...SMALL, ...TWO_RULES];
    expect((await cli.run(args)).out).not.toContain("\u001b");
    expect((await cli.run(args, { NO_COLOR: "1" })).out).not.toContain("\u001b");
    expect((await cli.run(args, { FORCE_COLOR: "1" })).out).toContain("\u001b[");
    expect((await cli.run(args, { FORCE_COLOR: "0" })).out).not.toContain("\u001b");
  });

  test("may lose its reader, and the exit code stays", async () => {
    cli.write("returning.mjs", returning);
    const { out } = await cli.shell(
      `$CLI check returning.mjs ${[...SMALL, ...TWO_RULES].join(" ")} | head -c 5 >/dev/null; echo "\${PIPESTATUS[0]}"`,
    );
    expect(out).toBe("1\n");
  });

  test("never changes where equal seeds were given, but for the time it took", async () => {
    const args = [...TWO_RULES, "--runs", "50", "--seed", "-7"];
    const [one, two] = [await check(sound, ...args), await check(sound, ...args)];
    expect(one.out).toContain("seed -7");
    expect(two.out).toBe(one.out);
  });
});
