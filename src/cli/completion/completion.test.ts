import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allRules } from "../../../properties/index.ts";
import { CommandLine } from "../fixtures/commandLine.ts";

let cli: CommandLine;

beforeAll(async () => {
  cli = new CommandLine();
  cli.write("completion.bash", (await cli.call(["completion", "bash"])).out);
  cli.write("adapters/one.mjs", "");
  cli.write("adapters/two words.mjs", "");
});

afterAll(() => cli.remove());

/** What bash offers for the last of these words, with the script that the command line prints. */
async function completed(...words: string[]): Promise<readonly string[]> {
  const quoted = words.map((word) => `'${word}'`).join(" ");
  const { out, error } = await cli.shell(
    `source completion.bash
     COMP_WORDS=(${quoted}) COMP_CWORD=${words.length - 1}
     $(complete -p executor-conformance | sed 's/.*-F \\([^ ]*\\) .*/\\1/') 2>/dev/null
     [ "\${#COMPREPLY[@]}" -eq 0 ] || printf '%s\\n' "\${COMPREPLY[@]}"`,
  );
  expect(error).toBe("");
  return out === "" ? [] : out.trimEnd().split("\n");
}

describe("in bash, after", () => {
  const ids = (beginning: string): readonly string[] =>
    allRules.map(({ id }) => id).filter((id) => id.startsWith(beginning));

  test.each([
    [["ch"], ["check"]],
    [["re"], ["replay", "report"]],
    [["check", "--pro"], ["--profile"]],
    [
      ["check", "a.ts", "--profile", ""],
      ["domain", "job", "lane"],
    ],
    [["check", "a.ts", "--rule", "lane/off-lane-"], ids("lane/off-lane-")],
    [
      ["check", "a.ts", "--report", "j"],
      ["json=", "junit="],
    ],
    [["check", "a.ts", "--report", "json", "=", "adapters/o"], ["adapters/one.mjs"]],
    [["check", "a.ts", "--requirements", ""], ["0.1"]],
    [["check", "a.ts", "--corpus", "ad"], ["adapters"]],
    [["check", "adapters/t"], ["adapters/two words.mjs"]],
    [["check", "a.ts", "--runs", ""], []],
    [["explain", "job/owner"], ids("job/owner")],
    [
      ["init", ""],
      ["domain", "job", "lane"],
    ],
    [["init", "lane", "--only", "w"], ["workflow"]],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
    [["nothing", ""], []],
  ])("%j", async (words, expected) => {
    expect(await completed("executor-conformance", ...words)).toEqual(expected);
  });

  test("a dash: every option of the command, and none that the help does not show", async () => {
    const help = (await cli.call(["check", "--help"])).out;
    const listed = [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, option = ""]) => option).toSorted();
    expect(listed.length).toBeGreaterThan(10);
    expect((await completed("executor-conformance", "check", "--")).toSorted()).toEqual(listed);
  });
});

test.each(["zsh", "fish"])("the script for %s has every command, rule, profile and format", async (shell) => {
  const { code, out } = await cli.call(["completion", shell]);
  expect(code).toBe(0);
  for (const word of ["check", "completion", "corpus", "domain", "junit=", ...allRules.map(({ id }) => id)]) {
    expect(out).toContain(word);
  }
});

test("another shell is refused", async () => {
  const { code, error } = await cli.call(["completion", "ksh"]);
  expect(error).toMatch(/'ksh' is invalid.*bash, zsh, fish/);
  expect(code).toBe(2);
});
