import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { CommandLine, type Finished } from "../fixtures/commandLine.ts";

let cli: CommandLine;

const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));

beforeAll(() => {
  cli = new CommandLine();
});

afterAll(() => cli.remove());

const SMALL = "--runs 1000 --exhaustive 1x1 --seed 1";
const PROFILES = ["domain", "lane", "job"];

/** Runs a line in a folder of the user; without what tells a process that it is inside a test runner. */
function inside(folder: string, line: string): Promise<Finished> {
  return cli.shell(
    `unset VITEST VITEST_WORKER_ID VITEST_POOL_ID npm_config_user_agent; export NO_COLOR=1; cd ${folder} && ${line}`,
  );
}

const read = (path: string): string => readFileSync(join(cli.folder, path), "utf8");

test("in an empty folder it writes JavaScript that runs at once, and says what is missing", async () => {
  cli.write("empty/.git/HEAD", "");
  const { code, out } = await inside("empty", "$CLI init domain");
  expect(out.split("\n")).toEqual([
    "written: conformance/domain.mjs",
    "written: .github/workflows/conformance.yml",
    "add what it takes: npm install --save-dev executor-conformance",
    "without vitest there is no test file; later: npx executor-conformance init domain --only vitest",
    "next: npx executor-conformance check conformance/domain.mjs, then put your executor into it",
    "",
  ]);
  expect(code).toBe(0);
  const { out: checked, code: conformant } = await inside("empty", `$CLI check conformance/domain.mjs ${SMALL}`);
  expect(checked).toMatch(/^conformant: reference-to-be-replaced/);
  expect(conformant).toBe(0);
  const workflow = parse(read("empty/.github/workflows/conformance.yml"));
  expect(workflow.jobs.conformance.steps.map(({ run, uses }: { run?: string; uses?: string }) => run ?? uses)).toEqual([
    "actions/checkout@v4",
    "actions/setup-node@v4",
    "npm install",
    "npx executor-conformance check conformance/domain.mjs --seed 1",
  ]);
});

describe("in a project with TypeScript and vitest", () => {
  beforeAll(() => {
    cli.write(
      "typed/package.json",
      '{ "type": "module", "packageManager": "pnpm@9.1.0", "devDependencies": { "vitest": "4" } }',
    );
    const compilerOptions = { strict: true, module: "nodenext", noEmit: true, skipLibCheck: true, types: [] };
    cli.write("typed/tsconfig.json", JSON.stringify({ compilerOptions, include: ["conformance"] }));
    for (const name of ["vitest", "typescript"])
      symlinkSync(join(modules, name), join(cli.folder, "node_modules", name));
  });

  test("every profile gets an adapter that conforms", async () => {
    const first = await inside("typed", "$CLI init domain");
    expect(first.out).toContain("written: conformance/domain.test.ts\n");
    expect(first.out).toContain("add what it takes: pnpm add --save-dev executor-conformance\n");
    for (const profile of ["lane", "job"]) {
      const { code, out } = await inside("typed", `$CLI init ${profile}`);
      expect(out).toContain(
        `left as it is: .github/workflows/conformance.yml; let it check conformance/${profile}.ts too\n`,
      );
      expect(code).toBe(0);
    }
    for (const profile of PROFILES) {
      const { code, out } = await inside("typed", `$CLI check conformance/${profile}.ts ${SMALL}`);
      expect(out).toMatch(/^conformant: reference-to-be-replaced/);
      expect(code).toBe(0);
    }
    expect(read("typed/.github/workflows/conformance.yml")).toMatch(
      /- uses: pnpm\/action-setup@v4\n[^]*- run: pnpm install --frozen-lockfile\n[^]*- run: pnpm exec executor-conformance check conformance\/domain\.ts --seed 1\n$/,
    );
  });

  test("what was written passes the compiler and vitest", async () => {
    const compiled = await inside("typed", `${process.execPath} ${join(modules, "typescript/bin/tsc")} -p .`);
    expect(compiled).toMatchObject({ code: 0, out: "" });
    const { code, out } = await inside("typed", `${process.execPath} ${join(modules, "vitest/vitest.mjs")} run`);
    expect(out).toMatch(/Test Files {2}3 passed/);
    expect(code).toBe(0);
  });

  test("what is there already is never overwritten: all or nothing", async () => {
    cli.write("typed/conformance/lane.ts", "mine");
    const refused = await inside("typed", "$CLI init lane --only adapter");
    expect(refused.error).toBe(
      "error: Nothing is written, because conformance/lane.ts would be overwritten: move it away\n",
    );
    expect(refused.code).toBe(2);
    expect(read("typed/conformance/lane.ts")).toBe("mine");
    cli.write("half/conformance/lane.mjs", "mine");
    const half = await inside("half", "$CLI init lane");
    expect(half.error).toContain("move it away, or write the rest with --only vitest --only workflow\n");
    expect(existsSync(join(cli.folder, "half/.github"))).toBe(false);
  });
});

test.each([
  ["init lanes", /did you mean lane\?/],
  ["init", /missing required argument 'profile'/],
  ["init lane --only tests", /Expected one of adapter, vitest, workflow\./],
])("%s is refused", async (line, message) => {
  const { code, error } = await cli.call(line.split(" "));
  expect(error).toMatch(message);
  expect(code).toBe(2);
});
