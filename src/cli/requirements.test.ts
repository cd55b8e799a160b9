import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requirementSets } from "../../properties/requirements/index.ts";
import { parseReport } from "../report/reportFile.ts";
import { returning } from "./fixtures/adapters.ts";
import { CommandLine, type Finished } from "./fixtures/commandLine.ts";

let cli: CommandLine;

const BROKEN = "domain/handle-returns-at-once";
const LEFT = "domain/nothing-left-behind";
const RULES = ["--rule", BROKEN, "--rule", LEFT];

/** A set of before there was the rule that is broken, in which the other one was a MUST. */
const older = { id: "0.0", hash: "0123456789abcdef", rules: [[LEFT, "MUST", "0123"]] };

beforeAll(() => {
  cli = new CommandLine();
  cli.write("returning.mjs", returning);
  cli.write(
    "node_modules/executor-conformance/dist/properties/requirements/index.js",
    `import { requirements as set01 } from "./0.1.js";
     export const requirementSets = [set01, ${JSON.stringify(older)}];`,
  );
});

afterAll(() => cli.remove());

function check(...options: string[]): Promise<Finished> {
  return cli.call([
    "check",
    "returning.mjs",
    "--runs",
    "5",
    "--exhaustive",
    "1x1",
    "--report",
    "json=r.json",
    ...options,
  ]);
}

function reported(): ReturnType<typeof parseReport> {
  return parseReport(readFileSync(join(cli.folder, "r.json"), "utf8"), "r.json");
}

test("every report carries the set that the executor was held to, the newest unless one is named", async () => {
  const [{ id, hash }] = requirementSets;
  expect((await check(...RULES)).code).toBe(1);
  expect(reported().requirementSet).toEqual({ id, hash });
  expect((await check(...RULES, "--requirements", id)).code).toBe(1);
  expect(reported().requirementSet).toEqual({ id, hash });
});

test("under an older set a later rule runs and is reported, and does not change the verdict", async () => {
  const { code, out } = await check(...RULES, "--requirements", "0.0");
  expect(out).toMatch(/^conformant, with 1 warning: returning/);
  expect(out).toContain(`✗ MUST ${BROKEN}`);
  expect(out).toMatch(
    /! not in the requirement set, and without a say in the verdict:\s+domain\/handle-returns-at-once\n/,
  );
  expect(code).toBe(0);
  const { requirementSet, results } = reported();
  expect(requirementSet).toEqual({ id: older.id, hash: older.hash });
  expect(results[0]?.verdict).toBe("conformant");
  expect(results[0]?.rules).toMatchObject([
    { id: BROKEN, verdict: "fail", notRequired: true },
    { id: LEFT, level: "MUST", verdict: "pass" },
  ]);
});

test("later rules alone prove nothing under an older set", async () => {
  const { code, out } = await check("--rule", BROKEN, "--requirements", "0.0");
  expect(out).toMatch(/^inconclusive: returning[^]*no selected rule is in the requirement set/);
  expect(code).toBe(4);
});

test("an unknown set is refused, with those that there are", async () => {
  const { code, error } = await check("--requirements", "7.0");
  expect(error).toContain("Expected one of 0.1, 0.0.");
  expect(code).toBe(2);
});
