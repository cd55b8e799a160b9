import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { returning, sound } from "./src/cli/fixtures/adapters.ts";
import { CommandLine } from "./src/cli/fixtures/commandLine.ts";

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly if?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly "working-directory"?: string;
  readonly with?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly required?: boolean; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const root = import.meta.dirname;
const text = readFileSync(join(root, "action.yml"), "utf8");
const action = parse(text) as Action;
const scripts = action.runs.steps.filter(({ run }) => run !== undefined);

/** What a job's runner does for a step, and what the steps left. */
interface Job {
  /** The exit code of the step that failed, or 0. */
  readonly code: number;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

let cli: CommandLine;
let jobs = 0;

beforeAll(() => {
  cli = new CommandLine();
  cli.write("sound.mjs", sound);
  cli.write("returning.mjs", returning);
});

afterAll(() => cli.remove());

/** Few runs, and two rules that each of them exercises. */
const FAST = [
  "--rule=domain/handle-returns-at-once",
  "--rule=domain/nothing-left-behind",
  "--runs=5",
  "--exhaustive=1x1",
  "--seed=1",
].join("\n");

/** Runs the scripts of the action as GitHub's runner does, in the folder of a user, up to the first that fails. */
function runJob(inputs: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}): Job {
  jobs += 1;
  const temp = join(cli.folder, `runner ${jobs}`);
  mkdirSync(temp);
  const values = new Map<string, string>();
  for (const [name, input] of Object.entries(action.inputs)) values.set(`inputs.${name}`, input.default ?? "");
  for (const [name, value] of Object.entries(inputs)) values.set(`inputs.${name}`, value);
  let [code, log] = [0, ""];
  for (const step of scripts) {
    const done = runStep(step, values, temp, env);
    log += done.log;
    code = done.code;
    if (code !== 0) break;
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, substitute(value, values)]);
  const summary = readFileSync(join(temp, "check.summary"), "utf8");
  return { code, log, summary, outputs: Object.fromEntries(outputs) };
}

/** Runs one step with files of its own, and adds its outputs to the values of expressions. */
function runStep(
  { id, run: script = "", env: own = {}, "working-directory": folder = "." }: Step,
  values: Map<string, string>,
  temp: string,
  env: Readonly<Record<string, string>>,
): Pick<Job, "code" | "log"> {
  const path = (name: string): string => join(temp, `${id}.${name}`);
  writeFileSync(path("sh"), script);
  for (const file of ["output", "env", "summary"]) writeFileSync(path(file), "");
  const done = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", path("sh")], {
    cwd: join(cli.folder, substitute(folder, values)),
    encoding: "utf8",
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      GITHUB_ACTIONS: "true",
      GITHUB_ACTION_PATH: cli.installed,
      GITHUB_OUTPUT: path("output"),
      GITHUB_ENV: path("env"),
      GITHUB_STEP_SUMMARY: path("summary"),
      RUNNER_TEMP: temp,
      ...env,
      ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name, substitute(value, values)])),
    },
  });
  for (const [, name = "", value = ""] of readFileSync(path("output"), "utf8").matchAll(/^([\w-]+)=(.*)$/gm)) {
    values.set(`steps.${id}.outputs.${name}`, value);
  }
  return { code: done.status ?? -1, log: done.stdout + done.stderr };
}

const EXPRESSION = /\$\{\{ ([\w.-]+) \}\}/g;

function substitute(value: string, values: ReadonlyMap<string, string>): string {
  return value.replaceAll(EXPRESSION, (_, name: string) => values.get(name) ?? "");
}

describe("the action", () => {
  test("is made of a set-up of Node and of scripts that no input is written into", () => {
    expect(action.runs.using).toBe("composite");
    const [setUp, ...others] = action.runs.steps;
    expect(setUp).toMatchObject({ uses: expect.stringMatching(/^actions\/setup-node@v\d+$/), if: expect.any(String) });
    expect(others).toEqual(scripts);
    for (const { shell, run: script } of scripts) {
      expect(shell).toBe("bash");
      expect(script).not.toContain("${{");
    }
  });

  test("uses every input it declares, and no other", () => {
    const used = new Set([...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name));
    expect(used).toEqual(new Set(Object.keys(action.inputs)));
    expect(
      Object.entries(action.inputs).filter(([, input]) => input.required !== true && input.default === undefined),
    ).toEqual([]);
  });

  test("is what the workflow of this repository runs, with inputs that it has", () => {
    const workflow = parse(readFileSync(join(root, ".github/workflows/ci.yml"), "utf8")) as {
      readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
    };
    const used = Object.values(workflow.jobs).flatMap(({ steps }) => steps.filter(({ uses }) => uses === "./"));
    expect(used).toHaveLength(1);
    for (const name of Object.keys(used[0]?.with ?? {})) expect(action.inputs).toHaveProperty([name]);
    expect(existsSync(join(root, used[0]?.with?.["module"] ?? "missing"))).toBe(true);
  });
});

describe("a job", () => {
  test("of a conformant executor passes, with its report where the output says", () => {
    const { code, log, summary, outputs } = runJob({ module: "sound.mjs", args: FAST });
    expect(code, log).toBe(0);
    expect(outputs).toMatchObject({ verdict: "conformant", "exit-code": "0" });
    expect(JSON.parse(readFileSync(outputs["report"] ?? "", "utf8"))).toMatchObject({ schemaVersion: 1 });
    expect(summary).toContain("## ✅ sound: conformant");
    expect(log).not.toMatch(/^::/m);
  });

  test("of one that violates a rule fails with the exit code of check, annotations and summary", () => {
    const { code, log, summary, outputs } = runJob({
      module: "returning.mjs",
      args: FAST,
      reports: "junit=a b.xml\n\n  badge=badge.svg\n",
    });
    expect(code).toBe(1);
    expect(outputs).toMatchObject({ verdict: "not conformant", "exit-code": "1" });
    expect(log).toMatch(/^::error file=returning\.mjs,title=MUST domain\/handle-returns-at-once%3A returning::/m);
    expect(summary).toContain("```mermaid\nsequenceDiagram\n");
    for (const file of ["a b.xml", "badge.svg"]) expect(existsSync(join(cli.folder, file)), file).toBe(true);
  });

  test("with a baseline passes, and is still called not conformant", () => {
    const failures = [{ rule: "domain/handle-returns-at-once", reason: "an old bug", link: "https://example.org/1" }];
    cli.write("sub/known.json", JSON.stringify({ schemaVersion: 1, executors: [{ name: "returning", failures }] }));
    const inputs = { module: "../returning.mjs", args: FAST, baseline: "known.json", "working-directory": "sub" };
    const { code, log, outputs } = runJob(inputs);
    expect(code, log).toBe(0);
    expect(outputs).toMatchObject({ verdict: "not conformant", "exit-code": "0" });
  });

  test("that cannot be run fails with 2 and is an error, without a report", () => {
    const { code, log, outputs } = runJob({ module: "missing.mjs" });
    expect(log).toContain("Expected an adapter module at missing.mjs");
    expect(code).toBe(2);
    expect(outputs).toEqual({ verdict: "error", report: "", "exit-code": "2" });
  });

  test("runs no command that an input holds, and takes no module for an option", () => {
    const hostile = "$(touch pwned)`touch pwned`\"; touch pwned; '${{ touch pwned }} && touch pwned #";
    for (const inputs of [
      { module: hostile, args: FAST },
      { module: "sound.mjs", args: hostile },
      { module: "sound.mjs", args: FAST, reports: hostile },
      { module: "sound.mjs", args: FAST, baseline: hostile },
      { module: "--version" },
    ]) {
      const { code, outputs } = runJob(inputs);
      expect(code).toBe(2);
      expect(outputs).toMatchObject({ verdict: "error", "exit-code": "2" });
    }
    expect(existsSync(join(cli.folder, "pwned"))).toBe(false);
  });
});

describe("the package comes from", () => {
  /** Stands for npm: notes what it is asked for, and puts the package there. */
  function fakeNpm(place: string): Readonly<Record<string, string>> {
    const bin = join(cli.folder, `bin ${jobs}`);
    mkdirSync(bin);
    writeFileSync(
      join(bin, "npm"),
      `#!/usr/bin/env bash\nprintf '[%s]' "$@"\nmkdir -p "$(dirname ${place})"\nln -s '${cli.installed}'${place.endsWith("dist") ? "/dist" : ""} ${place}\n`,
    );
    chmodSync(join(bin, "npm"), 0o755);
    return { PATH: `${bin}:${process.env["PATH"]}` };
  }

  test("the registry in the version that is asked for", () => {
    const place = '"$RUNNER_TEMP/executor-conformance/node_modules/executor-conformance"';
    const { code, log } = runJob({ module: "sound.mjs", args: FAST, version: "1.2.3; touch pwned" }, fakeNpm(place));
    expect(log).toContain("[executor-conformance@1.2.3; touch pwned]");
    expect(code, log).toBe(0);
    expect(existsSync(join(cli.folder, "pwned"))).toBe(false);
  });

  test("the action itself, which is built first where nobody has", () => {
    const checkout = join(cli.folder, "checkout");
    mkdirSync(checkout);
    for (const file of ["package.json", "node_modules"]) symlinkSync(join(cli.installed, file), join(checkout, file));
    const env = { ...fakeNpm("dist"), GITHUB_ACTION_PATH: checkout };
    const { code, log } = runJob({ module: "sound.mjs", args: FAST }, env);
    expect(log).toContain("[ci]");
    expect(code, log).toBe(0);
  });
});
