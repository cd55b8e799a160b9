import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { profiles } from "./src/profiles/index.ts";
import { allRules, ruleTable } from "./properties/index.ts";
import { Conversation } from "./src/cli/fixtures/conversation.ts";
import { fencesOf, ReaderProject, readme, type Fence } from "./src/cli/fixtures/readme.ts";

const root = import.meta.dirname;
const fences = fencesOf(readme);

let project: ReaderProject;

beforeAll(() => {
  project = new ReaderProject();
});

afterAll(() => project.remove());

/** Fences are followed from top to bottom, in one project: what one leaves, a later one finds. */
describe("the README, followed from top to bottom:", () => {
  let printed = "";
  let followed = 0;
  test.each(fences.map((fence) => ({ fence, beginning: beginningOf(fence) })))("$beginning", async ({ fence }) => {
    followed += 1;
    printed = await follow(fence, printed);
  });

  test("no fence is left out", () => {
    expect(followed).toBe((readme.match(/^```/gm) ?? []).length / 2);
  });
});

/** Does what a fence says. Gives what it has printed, or else what was printed before. */
async function follow({ language, info, text, file }: Fence, printed: string): Promise<string> {
  switch (language) {
    case "ts":
    case "json":
      if (file === undefined) throw new Error(`Which file is this?\n${text}`);
      if (printed.includes(`// ${file}`)) expect(dedented(printed)).toContain(text.trim());
      project.cli.write(file, text);
      return printed;
    case "yaml":
      expect(readFileSync(join(root, "documentation.pipelines.test.ts"), "utf8")).toContain(`"${file}"`);
      return printed;
    case "text":
      if (info !== "picture") expect(printed).toContain(text.trim());
      return printed;
    case "sh":
      return followCommands(info, text);
    default:
      throw new Error(`Nothing here follows a fence in ${language}`);
  }
}

async function followCommands(info: string, text: string): Promise<string> {
  const elsewhere = /^tested-by=(\S+)$/.exec(info)?.[1];
  if (elsewhere !== undefined) {
    expect(existsSync(join(root, elsewhere)), elsewhere).toBe(true);
    return "";
  }
  // The tests of the kit run at this moment.
  if (text === "npm ci && npm test\n") return "";
  if (info === "until-watching") return watchUntilWaiting(text);
  const inClone = text.startsWith("npm ci && ");
  const script = text.replace("npm ci && ", "");
  const { code, out, error } = await project.run(script, inClone ? { folder: root, env: { UNBOUNDED: "1" } } : {});
  const codes = (/^exit=(\S+)$/.exec(info)?.[1] ?? "0").split("|").map(Number);
  expect(codes, `${out}${error}`).toContain(code);
  return out + error;
}

async function watchUntilWaiting(text: string): Promise<string> {
  const words = text.trim().split(" ");
  expect(words.slice(0, 2)).toEqual(["npx", "executor-conformance"]);
  const watch = new Conversation(project.cli.start([...words.slice(2), "--runs=5", "--exhaustive=1x1"]));
  const printed = await watch.until(/waiting/);
  await watch.end("SIGKILL");
  return printed;
}

function beginningOf({ language, text, file }: Fence): string {
  return `${language} ${file ?? text.split("\n", 1)[0]?.trim()}`;
}

/** Without the indentation of what is to be pasted. */
function dedented(text: string): string {
  return text.replaceAll(/^ {4}/gm, "");
}

describe("the README", () => {
  test("has TypeScript that compiles, strictly", async () => {
    const { code, out } = await project.run(`'${join(root, "node_modules/.bin/tsc")}' -p tsconfig.json`);
    expect(out).toBe("");
    expect(code).toBe(0);
  });

  test("names scripts, files and headings that exist", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: object };
    for (const [, name = ""] of readme.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty([name]);
    const anchors = [...readme.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading));
    for (const [, path = "", anchor] of readme.matchAll(/\]\(((?!http)[^)#]*)(?:#([^)]+))?\)/g)) {
      if (path === "") expect(anchors).toContain(anchor);
      else expect(existsSync(join(root, path)), path).toBe(true);
    }
    for (const [, path = ""] of readme.matchAll(/(?:src|srcset)="([^"]+)"/g)) {
      expect(existsSync(join(root, path)), path).toBe(true);
    }
  });

  test("has a row for each exit code", () => {
    const codes = [...readme.matchAll(/^\| (\d) \|/gm)].map(([, code]) => code);
    expect(codes).toEqual(["0", "1", "2", "3", "4", "5"]);
  });

  test("has the tables of the rules", async () => {
    const [before, rest = ""] = readme.split(/(?<=<!-- rules: begin[^\n]*\n)/);
    const after = rest.slice(rest.indexOf("<!-- rules: end"));
    await expect(`${before}${ruleTables()}\n${after}`).toMatchFileSnapshot(join(root, "README.md"));
  });
});

/** As GitHub makes them. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .replaceAll(" ", "-");
}

/** A table for each profile, folded. */
function ruleTables(): string {
  return Object.keys(profiles)
    .map((name) => {
      const rules = allRules.filter(({ profile }) => profile === name);
      const summary = `<summary>${rules.length} rules of the profile <code>${name}</code></summary>`;
      return `<details>\n${summary}\n\n${ruleTable(rules)}\n\n</details>`;
    })
    .join("\n\n");
}
