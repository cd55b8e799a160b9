import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allRules, ruleTable } from "./properties/index.ts";

const root = import.meta.dirname;
const readme = readFileSync(join(root, "README.md"), "utf8");

interface Fence {
  readonly language: string;
  readonly text: string;
}

const fences: readonly Fence[] = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(
  ([, language = "", text = ""]) => ({
    language,
    text,
  }),
);

const textOf = (language: string, beginning: string | RegExp): string => {
  const found = fences.find((fence) => fence.language === language && fence.text.match(beginning) !== null);
  if (found === undefined) throw new Error(`The README has no ${language} fence that begins like ${String(beginning)}`);
  return found.text;
};

const files = fences.flatMap(({ language, text }) => {
  const name = /^\/\/ (\S+\.ts)\n/.exec(text)?.[1];
  return language === "ts" && name !== undefined ? [{ name, text }] : [];
});

/** A project of a user: the files of the README, and the packages as npm would install them. */
let project = "";

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "readme-"));
  const built = join(project, "node_modules/executor-conformance");
  await mkdir(built, { recursive: true });
  await run(process.execPath, [
    join(root, "node_modules/typescript/bin/tsc"),
    "-p",
    join(root, "tsconfig.build.json"),
    "--outDir",
    join(built, "dist"),
  ]);
  for (const link of ["package.json", "node_modules"]) await symlink(join(root, link), join(built, link));
  for (const name of ["fast-check", "vitest", "jiti"])
    await symlink(join(root, "node_modules", name), join(project, "node_modules", name));
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "project", type: "module" }));
  await mkdir(join(project, "adapters"));
  await writeFile(
    join(project, "adapters/my-executor.ts"),
    'export { default } from "executor-conformance/adapters/reference/domain";\n',
  );
  for (const { name, text } of files) await writeFile(join(project, name), text);
});

afterAll(() => rm(project, { recursive: true }));

/** Runs a command of a `sh` or `yaml` fence in the project, `npx executor-conformance` being the build of this tree. */
async function command(line: string, cwd = project): Promise<Result> {
  const words = line.replace("npm ci && ", "").trim().split(/\s+/);
  expect(words.slice(0, 2)).toEqual(["npx", "executor-conformance"]);
  return run(
    process.execPath,
    [join(project, "node_modules/executor-conformance/dist/src/cli/main.js"), ...words.slice(2)],
    cwd,
  );
}

interface Result {
  readonly code: number;
  readonly output: string;
}

async function run(file: string, args: readonly string[], cwd = project): Promise<Result> {
  const own = { FORCE_COLOR: undefined, VITEST: undefined, VITEST_WORKER_ID: undefined, GITHUB_ACTIONS: undefined };
  const env = { ...process.env, ...own, NO_COLOR: "1" };
  try {
    const { stdout, stderr } = await promisify(execFile)(file, args, { cwd, env });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

const jiti = (file: string): Promise<Result> => run(process.execPath, ["--import", "jiti/register", file]);

describe("the README", () => {
  test("has no fence that nothing here runs", () => {
    expect(files.map(({ name }) => name)).toEqual([
      "pool.ts",
      "pool-adapter.ts",
      "conformance.test.ts",
      "property.ts",
      "own-rule.ts",
      "sessions.ts",
    ]);
    const languages = ["sh", "text", "sh", "ts", "ts", "sh", "text", "sh", "ts", "ts", "ts", "yaml", "text", "ts"];
    expect(fences.map(({ language }) => language)).toEqual(languages);
  });

  test("begins with the reference executor, and prints what it prints", async () => {
    const { code, output } = await command(textOf("sh", "check adapters/reference/domain.ts"), root);
    expect(output).toContain(textOf("text", /^conformant/));
    expect(code).toBe(0);
  });

  test("has an adapter that loads, and the failure that it shows", async () => {
    const { code, output } = await command(textOf("sh", "check pool-adapter.ts"));
    expect(output).toContain(textOf("text", /^✗/));
    expect(code).toBe(1);
    const replayed = await command(textOf("sh", "replay"));
    expect(replayed.output).toContain("domain/pre-stop-results-dropped");
    expect(replayed.code).toBe(1);
  });

  test("has a vitest file that declares the rules as tests", async () => {
    const { code, output } = await run(process.execPath, [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--reporter=verbose",
    ]);
    expect(code).toBe(1);
    expect(output).toMatch(/✓ .*domain\/handle-returns-at-once/);
    expect(output).toMatch(/× .*domain\/pre-stop-results-dropped/);
  });

  test.each(["property.ts", "own-rule.ts", "sessions.ts"])("has a %s that does what it asserts", async (file) => {
    expect(await jiti(file)).toMatchObject({ code: 0 });
  });

  test("has a CI step that passes for a conformant executor", async () => {
    const line = /- run: (npx .*)/.exec(textOf("yaml", "npm ci"))?.[1] ?? "";
    const { code, output } = await command(line);
    expect(output).toContain("conformant: reference-domain");
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(join(project, "conformance.json"), "utf8"))).toMatchObject({ schemaVersion: 1 });
  });

  test("names only commands that exist", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    for (const [, name = ""] of readme.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty([name]);
    for (const [, path = ""] of readme.matchAll(/\]\(((?!http)[^)#]+)\)/g)) {
      expect(existsSync(join(root, path)), path).toBe(true);
    }
  });

  test("has the table of the rules", async () => {
    const [before, rest = ""] = readme.split(/(?<=<!-- rules: begin[^\n]*\n)/);
    const after = rest.slice(rest.indexOf("<!-- rules: end"));
    await expect(`${before}${ruleTable(allRules)}\n${after}`).toMatchFileSnapshot(join(root, "README.md"));
  });
});
