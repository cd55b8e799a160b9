import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { domainRules } from "../../properties/domain/index.ts";
import { changedReference, returning, sound } from "./fixtures/adapters.ts";
import { CommandLine } from "./fixtures/commandLine.ts";

const STORED = ".conformance/returning--domain--handle-returns-at-once.json";

let cli: CommandLine;

beforeAll(async () => {
  cli = new CommandLine();
  cli.write("returning.mjs", returning);
  const small = ["--runs", "5", "--exhaustive", "1x1", "--rule", "domain/handle-returns-at-once"];
  await cli.call(["check", "returning.mjs", ...small]);
});

afterAll(() => cli.remove());

function stored(): { readonly traceHash: string } {
  return JSON.parse(readFileSync(join(cli.folder, STORED), "utf8"));
}

describe("replay", () => {
  test("shows the same failure again, with its diagram and the same trace, and exits with 1", async () => {
    const { code, out } = await cli.run(["replay", STORED]);
    expect(out).toMatch(/^✗ MUST domain\/handle-returns-at-once\n/);
    expect(out).toMatch(/✗ +│<─+┤ +│ +handle returns a promise\n/);
    expect(out).toContain(`The trace is the same: ${stored().traceHash}`);
    expect(out).not.toContain("What the executor wrote");
    expect(code).toBe(1);
  });

  test("finds the module whatever folder it is called from", async () => {
    const { out } = await cli.shell(`mkdir -p deep/er && cd deep/er && $CLI replay ../../${STORED}; echo "exit $?"`);
    expect(out).toContain("The trace is the same");
    expect(out).toMatch(/exit 1\n$/);
  });

  test("shows what the executor wrote, made harmless", async () => {
    const change = 'handle(command) { console.log("got \\u001b[2J", command.commandId); return Promise.resolve(); }';
    cli.write("loud.mjs", changedReference("returning", change));
    const { code, out } = await cli.call(["replay", STORED, "loud.mjs"]);
    expect(out).toContain("What the executor wrote:\n  | got \\u{1b}[2J c1\n");
    expect(out).toMatch(/The trace is another one: [0-9a-f]+, and not [0-9a-f]+\. It moved/);
    expect(code).toBe(1);
  });

  test("says that it does not fail any more, and exits with 0", async () => {
    cli.write("sound.mjs", sound);
    const { code, out } = await cli.call(["replay", STORED, "sound.mjs"]);
    expect(out).toContain("domain/handle-returns-at-once does not fail on this scenario any more");
    expect(code).toBe(0);
  });

  test("says where the trace moved, and with --strict that the run then says nothing", async () => {
    cli.write("sound.mjs", sound);
    const { out, code } = await cli.call(["replay", STORED, "sound.mjs", "--strict"]);
    expect(out).toMatch(/It moved in the wake of step 1:\n {2}was {2}(\{.*\})\n {2}is {3}(?!\1\n)\{.*\}\n/);
    expect(code).toBe(4);
    const same = await cli.call(["replay", STORED, "--strict"]);
    expect(same.code).toBe(1);
  });

  test("says which steps were not enabled any more", async () => {
    const text = JSON.parse(readFileSync(join(cli.folder, STORED), "utf8"));
    const steps = [{ op: "settle", command: "c9" }, ...text.scenario.steps];
    cli.write("longer.json", JSON.stringify({ ...text, scenario: { ...text.scenario, steps } }));
    const { out, code } = await cli.call(["replay", "longer.json", "returning.mjs"]);
    expect(out).toContain("Skipped, because they were not enabled: step 1 of 2");
    expect(code).toBe(1);
  });

  test("exits with 3 when the executor cannot be created", async () => {
    cli.write(
      "throwing.mjs",
      changedReference("returning", "").replace("create(host) {", 'create() { throw new Error("no disk");'),
    );
    const { code, error } = await cli.call(["replay", STORED, "throwing.mjs"]);
    expect(error).toMatch(/^error: create\(\) of the adapter "returning" threw Error: no disk/);
    expect(code).toBe(3);
  });

  test.each([
    ["a file that is not there", ["nowhere.json"], /Expected a counterexample in nowhere\.json, got no such file/],
    [
      "a file that is none",
      ["none.json"],
      /Expected a scenario, or a counterexample with its rule, in none\.json, got something else/,
    ],
    ["a rule nobody knows", ["unknown.json"], /Unknown rule "domain\/handle-returns-at-ones": did you mean/],
    [
      "a module that moved away",
      ["moved.json"],
      /Expected the adapter module of moved\.json at gone\.mjs, where the file says it is, got nothing/,
    ],
    ["a module without the adapter", [STORED, "others.mjs"], /is of the adapter "returning", and the module has a, b/],
  ])("refuses %s with exit code 2", async (_what, args, message) => {
    const text = readFileSync(join(cli.folder, STORED), "utf8");
    cli.write("none.json", "{}");
    cli.write("unknown.json", text.replace("handle-returns-at-once", "handle-returns-at-ones"));
    cli.write("moved.json", text.replace("../returning.mjs", "gone.mjs"));
    cli.write("others.mjs", 'export default ["a", "b"].map((name) => ({ profile: "domain", name, create() {} }));');
    const { code, error, out } = await cli.call(["replay", ...args]);
    expect(error).toMatch(message);
    expect(out).toBe("");
    expect(code).toBe(2);
  });
});

describe("rules", () => {
  test("are listed, of one profile where that is asked for", async () => {
    const { code, out } = await cli.call(["rules", "--profile", "domain"]);
    expect(out.trim().split("\n")).toHaveLength(domainRules.length);
    expect(out).toMatch(/^MUST {3}domain\/stale-rearm-ignored +\[rearmById\]$/m);
    expect(code).toBe(0);
  });

  test("are data with --json", async () => {
    const { out } = await cli.call(["rules", "--json"]);
    const { rules, requirementSet } = JSON.parse(out);
    expect(requirementSet).toMatchObject({ id: "0.1" });
    expect(rules).toContainEqual({
      id: "domain/rearm-readmits",
      profile: "domain",
      level: "MUST",
      capabilities: [],
      sentence: "After `rearm`, commands are admitted again.",
    });
  });
});

describe("explain", () => {
  test("says everything about a rule", async () => {
    const { code, out } = await cli.call(["explain", "domain/stale-rearm-ignored"]);
    const rule = domainRules.find(({ id }) => id === "domain/stale-rearm-ignored");
    expect(out).toContain("MUST domain/stale-rearm-ignored\n");
    expect(out).toContain("every adapter of the profile domain that declares rearmById\n");
    const unwrapped = out.replaceAll(/\n {2}(?=\S)/g, " ");
    for (const text of [rule?.sentence, rule?.checks, rule?.lookAt]) expect(unwrapped).toContain(text);
    expect(code).toBe(0);
  });

  test("refuses an unknown rule, and names the nearest", async () => {
    const { code, error } = await cli.call(["explain", "domain/stale-rearm-ignord"]);
    expect(error).toMatch(/did you mean domain\/stale-rearm-ignored\?/);
    expect(code).toBe(2);
  });
});

describe("the command line itself", () => {
  test.each([
    [["--version"], /^\d+\.\d+\.\d+\n$/],
    [["--help"], /Commands:\n {2}check/],
    [["check", "--help"], /--exhaustive <CxK\[\/G\]>/],
  ])("%j exits with 0", async (args, text) => {
    const { code, out, error } = await cli.run(args);
    expect(out).toMatch(text);
    expect(error).toBe("");
    expect(code).toBe(0);
  });
});

describe("replay of a scenario that somebody keeps", () => {
  const kept = {
    schemaVersion: 1,
    profile: "domain",
    about: "handled and halted in one turn",
    scenario: {
      profile: "domain",
      setup: {},
      steps: [
        { op: "handle", command: "c1", gap: "turn" },
        { op: "halt", halt: "h1" },
      ],
    },
  };

  beforeAll(() => {
    cli.write("kept.json", JSON.stringify(kept));
    cli.write("sound.mjs", sound);
  });

  test("draws it, and ends with 0 where it breaks nothing", async () => {
    const { code, out } = await cli.call(["replay", "kept.json", "sound.mjs"]);
    expect(out).toMatch(/^\S+: handled and halted in one turn\n/);
    expect(out).toMatch(/host +executor/);
    expect(out).toMatch(/It breaks none of the \d+ rules that it exercises\n$/);
    expect(out).not.toContain("✗");
    expect(code).toBe(0);
  });

  test("shows each rule that it breaks, and ends with 1", async () => {
    const { code, out } = await cli.call(["replay", "kept.json", "returning.mjs"]);
    expect(out).toContain("✗ MUST domain/handle-returns-at-once");
    expect(out).toContain("Scenario: 2 steps");
    expect(code).toBe(1);
  });

  test.each([
    [
      "without a module",
      [],
      /^error: Expected an adapter module beside kept\.json, which holds a scenario of no adapter/,
    ],
    [
      "with a module of another profile",
      ["executor-conformance/adapters/reference/lane"],
      /^error: Expected an adapter of the profile domain in \S+, got none/,
    ],
  ])("%s is refused", async (_what, more, message) => {
    const { code, error } = await cli.call(["replay", "kept.json", ...more]);
    expect(error).toMatch(message);
    expect(code).toBe(2);
  });
});

test("a counterexample of another profile than the adapter is refused by both their names", async () => {
  const { code, error } = await cli.call(["replay", STORED, "executor-conformance/adapters/reference/lane"]);
  expect(error).toBe('error: The counterexample is of the profile domain, and the adapter "reference-lane" of lane\n');
  expect(code).toBe(2);
});
