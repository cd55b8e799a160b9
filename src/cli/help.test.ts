import { afterAll, beforeAll, expect, test } from "vitest";
import { CommandLine } from "./fixtures/commandLine.ts";

const COLUMNS = 80;

/** The lines that are too long; how a command is written is one line, to be copied. */
function tooLong(help: string): readonly string[] {
  return help.split("\n").filter((line) => line.length > COLUMNS && !line.startsWith("Usage: "));
}

let cli: CommandLine;

beforeAll(() => {
  cli = new CommandLine();
});

afterAll(() => cli.remove());

test("help fits a terminal of 80 columns, that of every command as well", async () => {
  const { code, out } = await cli.call(["--help"]);
  expect(code).toBe(0);
  const commands = [...(out.split("Commands:")[1] ?? "").matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name ?? "");
  expect(commands).toContain("bench");
  for (const command of commands.filter((name) => name !== "help")) {
    const help = await cli.call([command, "--help"]);
    expect(help.out).toContain(`Usage: executor-conformance ${command}`);
    expect(tooLong(help.out)).toEqual([]);
  }
  expect(tooLong(out)).toEqual([]);
});
