import { readdirSync, readFileSync } from "node:fs";
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
const SMALL = ["--runs", "5", "--exhaustive", "1x1", "--seed", "1", "--workers", "1"];

let modules = 0;

/** The command that checks a module with this source, in a corpus of its own. */
function command(source: string, ...options: string[]): readonly string[] {
  modules += 1;
  const path = `m${modules}.mjs`;
  cli.write(path, source);
  return ["check", path, "--corpus", `corpus-${modules}`, ...SMALL, ...options];
}

function check(source: string, ...options: string[]): Promise<Finished> {
  return cli.call(command(source, ...options));
}

/** The same in a process of its own. */
function checkAsProcess(source: string, ...options: string[]): Promise<Finished> {
  return cli.run(command(source, ...options));
}

describe("the exit code", () => {
  test("is 0 for a conformant executor", async () => {
    const { code, out, error } = await checkAsProcess(sound, ...TWO_RULES);
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
    const { code, out } = await checkAsProcess(returning, ...TWO_RULES);
    expect(out).toMatch(/^not conformant: returning \(domain\)/);
    expect(out).toContain("✗ MUST domain/handle-returns-at-once");
    expect(out).toMatch(/✗ +│<─+┤ +│ +handle returns a promise\n/);
    expect(out).toMatch(
      /Replay {4}npx executor-conformance replay corpus-\d+\/returning--domain--handle-returns-at-once\.json/,
    );
    expect(code).toBe(1);
  });

  test("is 1 for as many failing adapters as an exit code wraps at: never a count", async () => {
    const many = returning
      .replace("export default {", "const one = {")
      .concat("export default Array.from({ length: 256 }, (_, index) => ({ ...one, name: `n${index}` }));");
    const { code, out } = await checkAsProcess(
      many,
      "--rule",
      "domain/handle-returns-at-once",
      "--runs",
      "1",
      "--exhaustive",
      "1x0/0",
    );
    expect(out).toContain("256 adapters: 256 not conformant\n");
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
      const { code, out } = await checkAsProcess(`export default { profile: "domain", name: "n", create: ${create} };`);
      expect(out).toMatch(/^error: n \(domain, \d+ of \d+ rules apply\)/);
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
    const unexercised = await checkAsProcess(sound, "--rule", "domain/sink-fault-contained", "--runs", "0");
    expect(unexercised.out).toMatch(/^inconclusive: sound/);
    expect(unexercised.out).toContain("1 rule never exercised");
    expect(unexercised.code).toBe(4);
    const nothing = await checkAsProcess(sound, "--runs", "0", "--exhaustive", "0x0");
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
    const two = await checkAsProcess(adapters("broken", "lazy", "sound"), "--rule", "domain/each-command-runs-once");
    expect(two.out).toContain("3 adapters: 1 conformant, 1 not conformant, 1 error\n");
    expect(two.code).toBe(1);
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
  const run = (path: string): Promise<Finished> =>
    cli.call(["check", path, "--corpus", "kept", ...SMALL, ...TWO_RULES]);

  test("keeps one file for each adapter and rule, replays it first and apart, and says what passes now", async () => {
    cli.write("changing.mjs", returning);
    const first = await run("changing.mjs");
    expect(first.code).toBe(1);
    expect(first.out).not.toContain("stored scenario");
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
    expect(again.out).toContain("5 random runs, seed 1; 1 stored scenario");
    expect(again.code).toBe(1);
    expect(readFileSync(join(cli.folder, "kept", file), "utf8")).toBe(text);

    cli.write("changing.mjs", changedReference("returning", ""));
    const mended = await run("changing.mjs");
    expect(mended.out).toContain("1 stored counterexample in kept no longer fail: domain/handle-returns-at-once");
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
    const { code, out } = await cli.call(["check", "second.ts", ...SMALL, ...TWO_RULES]);
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
    const quiet = await checkAsProcess(`console.log("LOUD");${loud}`, ...TWO_RULES);
    expect(quiet.out + quiet.error).not.toContain("LOUD");
    expect(quiet.code).toBe(0);
    const exiting = await checkAsProcess(
      changedReference("exiting", "handle(command) { try { process.exit(0); } catch {} executor.handle(command); }"),
      "--rule",
      "domain/nothing-escapes",
    );
    expect(exiting.out).toContain("process.exit(0) was");
    expect(exiting.code).toBe(1);
  });

  test("is told once, however often nobody handles it", async () => {
    const later = 'handle(command) { real(() => { throw new Error("stray"); }); executor.handle(command); }';
    const { error } = await check(`const real = setImmediate;${changedReference("late", later)}`, ...TWO_RULES);
    expect(error).toMatch(/^error: outside any run, nobody handled Error: stray \(\d+ times\)\n$/);
  });

  test("does not keep the process alive, and is told where it breaks outside any run", async () => {
    const source = `setInterval(() => {}, 1000); setTimeout(() => { throw new Error("stray"); }, 0);${sound}`;
    const { code, error } = await checkAsProcess(source, ...TWO_RULES);
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
