import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changedReference, leaving, returning } from "./fixtures/adapters.ts";
import { CommandLine, type Finished } from "./fixtures/commandLine.ts";
import { FORMATS } from "./reportTarget.ts";

let cli: CommandLine;
let checked: Finished;

const formats = Object.keys(FORMATS);

/** Three executors: one is sound, one violates a MUST, one a SHOULD. */
const three = [changedReference("sound", ""), returning, leaving]
  .map((source, index) => source.replace(/^import.*$/m, "").replace("export default", `const a${index} =`))
  .join("")
  .concat("export default [a0, a1, a2];");
const module = `import reference from "executor-conformance/adapters/reference/domain";\n${three}`;

const TWO_RULES = "--rule domain/handle-returns-at-once --rule domain/nothing-left-behind";

/** Checks the three executors in a folder of its own, and writes every format there. */
function check(folder: string): Promise<Finished> {
  mkdirSync(join(cli.folder, folder), { recursive: true });
  cli.write(join(folder, "three.mjs"), module);
  const reports = formats.map((format) => `--report ${format}=check.${format}`).join(" ");
  return cli.shell(`cd ${folder} && $CLI check three.mjs ${TWO_RULES} --runs 5 --exhaustive 1x1 --seed 1 ${reports}`);
}

const read = (...path: readonly string[]): string => readFileSync(join(cli.folder, ...path), "utf8");

beforeAll(async () => {
  cli = new CommandLine();
  checked = await check("one");
});

afterAll(() => cli.remove());

test("check says where its reports are", () => {
  expect(checked.code).toBe(1);
  expect(checked.out).toContain(formats.map((format) => `Report in ${format}: check.${format}\n`).join(""));
});

test("a stored report gives every format again as check wrote it", async () => {
  const again = formats.map((format) => `--report ${format}=again.${format}`).join(" ");
  const { code, error } = await cli.shell(`cd one && $CLI report check.json ${again}`);
  expect(error).toBe("");
  expect(code).toBe(0);
  for (const format of formats) expect(read("one", `again.${format}`), format).toBe(read("one", `check.${format}`));
});

test("and the output of check, but for what check says of files", async () => {
  const { code, out } = await cli.shell("cd one && $CLI report check.json");
  expect(code).toBe(0);
  expect(checked.out.startsWith(out)).toBe(true);
  expect(out).toContain("✗ MUST domain/handle-returns-at-once\n  `handle` returns");
});

test("the same run in another folder gives the same report, but for times", async () => {
  await check(join("another", "place"));
  const timeless = (text: string): string => text.replaceAll(/"durationMs": \d+/g, '"durationMs": 0');
  const [one, other] = [read("one", "check.json"), read("another", "place", "check.json")];
  expect(timeless(other)).toBe(timeless(one));
  expect(one).not.toContain(cli.folder);
});

describe("what cannot be shown is refused in one sentence", () => {
  test("records of a trace that are none", async () => {
    const stored = read("one", "check.json").replaceAll(/"type": "handle"/g, '"type": "halt"');
    cli.write("bent.json", stored);
    const { code, error } = await cli.call(["report", "bent.json"]);
    expect(error).toMatch(/^error: Expected a report in bent\.json, got a trace that cannot be drawn: TypeError/);
    expect(code).toBe(2);
  });

  test("a format that is none, with the one that was meant", async () => {
    const { code, error } = await cli.call(["report", "one/check.json", "--report", "junti=a.xml"]);
    expect(error).toContain("did you mean junit?");
    expect(code).toBe(2);
  });
});

test("a rule that this kit does not know is shown with what the report has", async () => {
  cli.write("own.json", read("one", "check.json").replaceAll("domain/handle-returns-at-once", "acme/\\u001b[2Jown"));
  const { code, out } = await cli.call(["report", "own.json"]);
  expect(out).toContain("✗ MUST acme/\\u{1b}[2Jown\n  Seen  ");
  expect(out).not.toContain("\u001b");
  expect(code).toBe(0);
});

test("two reports are compared: 1 if something is worse, 0 if not, 2 if one cannot be read", async () => {
  cli.write("mended.json", read("one", "check.json").replaceAll('"verdict": "fail"', '"verdict": "pass"'));
  const worse = await cli.call(["compare", "mended.json", "one/check.json"]);
  expect(worse.out).toContain(
    "returning (domain): now not conformant\n  ✗ domain/handle-returns-at-once: pass -> fail: ",
  );
  expect(worse.code).toBe(1);
  const better = await cli.call(["compare", "one/check.json", "mended.json", "--json"]);
  expect(JSON.parse(better.out)).toMatchObject({ schemaVersion: 1, isWorse: false, changes: { length: 2 } });
  expect(better.code).toBe(0);
  const unread = await cli.call(["compare", "one/check.json", "one/three.mjs"]);
  expect(unread.error).toContain("Expected a report in one/three.mjs, got text that is not JSON");
  expect(unread.code).toBe(2);
});

describe("in a job of GitHub Actions", () => {
  const github = (summary: string): Readonly<Record<string, string>> => ({
    GITHUB_ACTIONS: "true",
    GITHUB_STEP_SUMMARY: summary,
  });
  const args = ["check", "one/three.mjs", ...TWO_RULES.split(" "), "--runs", "5", "--exhaustive", "1x1", "--seed", "1"];

  test("annotations follow the output, and the summary is appended to the file that is named", async () => {
    writeFileSync(join(cli.folder, "summary.md"), "before\n");
    const { code, out } = await cli.run(args, github("summary.md"));
    expect(code).toBe(1);
    expect(out).toMatch(/^::error file=one\/three\.mjs,title=MUST domain\/handle-returns-at-once%3A returning::/m);
    expect(out).toMatch(/^::warning file=one\/three\.mjs,title=SHOULD domain\/nothing-left-behind%3A leaving::/m);
    const summary = read("summary.md");
    expect(summary.startsWith("before\n# Conformance\n")).toBe(true);
    expect(summary).toContain("```mermaid\nsequenceDiagram\n");
  });
});
