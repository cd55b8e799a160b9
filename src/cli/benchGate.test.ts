import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changedReference, sound } from "./fixtures/adapters.ts";
import { CommandLine } from "./fixtures/commandLine.ts";

/** Every command waits for twenty reactions before it starts: many times slower, whatever else the machine does. */
const slow = changedReference(
  "slow",
  `async late(command) {
    for (let hop = 0; hop < 20; hop += 1) await null;
    executor.handle(command);
  },
  handle(command) { void this.late(command); }`,
);

const ONE = ["--benchmark", "domain/handle-to-outcome", "--size", "1", "--processes", "5", "--time", "50"];

let cli: CommandLine;

beforeAll(() => {
  cli = new CommandLine();
  cli.write("package.json", '{ "name": "mine", "type": "module" }');
  cli.write("sound.mjs", sound);
  cli.write("slow.mjs", slow);
  cli.write("sound.ts", sound.replace("create(host)", "create(host: any)"));
  cli.write(
    "lying.mjs",
    changedReference("lying", "handle(command) { executor.handle(command); executor.handle(command); }"),
  );
  cli.write(
    "loud.mjs",
    `${sound}\nif (import.meta.url.includes("instance=head")) Promise.reject(new Error("a stray"));\n`,
  );
});

afterAll(() => cli.remove());

const bench = (base: string, head: string, ...more: readonly string[]): ReturnType<CommandLine["run"]> =>
  cli.run(["bench", "--base", base, "--head", head, ...more]);

// The limit is far below the slowdown, and far above the noise of a machine that runs other tests.
test("a head that is many times slower is regressed", async () => {
  const { code, out } = await bench("sound.mjs", "slow.mjs", ...ONE, "--limit", "100", "--report", "json=gate.json");
  expect(out).toMatch(/^domain\/handle-to-outcome +1 .* 10 +regressed$/m);
  expect(code).toBe(1);
  const report: { entries: { outcome: { baseNs: number; headNs: number } }[] } = JSON.parse(
    readFileSync(join(cli.folder, "gate.json"), "utf8"),
  );
  const [{ outcome }] = report.entries as [(typeof report.entries)[0]];
  expect(outcome.headNs).toBeGreaterThan(2 * outcome.baseNs);
});

describe("an executor that cannot be measured is an error, and named", () => {
  test.each([
    ["sound.mjs", "lying.mjs", /head \(lying of \S+lying.mjs\): /],
    ["lying.mjs", "sound.mjs", /base \(lying of \S+lying.mjs\): /],
    ["sound.mjs", "loud.mjs", /head \(sound of \S+loud.mjs\): .*a stray/],
  ])("%s against %s", async (base, head, message) => {
    const { code, out } = await bench(base, head, ...ONE);
    expect(out.replaceAll(/\s+/g, " ")).toMatch(message);
    expect(out).toContain("1 comparison: 1 error");
    expect(code).toBe(3);
  });
});

describe("what cannot be compared is refused before anything is measured", () => {
  test.each([
    ["one side only", ["--base", "sound.mjs"], "Expected --base and --head, got one"],
    ["no such module", ["--base", "sound.mjs", "--head", "gone.mjs"], "Expected an adapter module at"],
    [
      "two languages",
      ["--base", "sound.mjs", "--head", "sound.ts"],
      "Expected base and head in one language, got TypeScript in sound.ts and JavaScript in sound.mjs",
    ],
    [
      "an unknown benchmark",
      ["--base", "sound.mjs", "--head", "slow.mjs", "--benchmark", "domain/reram"],
      "did you mean domain/rearm?",
    ],
    [
      "too few processes",
      ["--base", "sound.mjs", "--head", "slow.mjs", "--processes", "4"],
      "Expected a whole number from 5 to 100",
    ],
    [
      "a limit that is none",
      ["--base", "sound.mjs", "--head", "slow.mjs", "--limit", "domain/rearm=-1"],
      "Expected percent above 0",
    ],
    [
      "a folder that is not there",
      ["--base", "sound.mjs", "--head", "slow.mjs", "--report", "json=no/x"],
      "create it first",
    ],
  ])("%s", async (_, args, message) => {
    const { code, error } = await cli.call(["bench", ...args]);
    expect(error.replaceAll(/\s+/g, " ")).toContain(message);
    expect(code).toBe(2);
  });
});
