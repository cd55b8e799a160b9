import { execFile } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { domainRules } from "../../properties/domain/index.ts";

interface Assertion {
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

let assertions: readonly Assertion[] = [];
let printed = "";

/** Runs the fixture in a vitest of its own, as a user would, and reads what it reports. */
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "conformance-vitest-"));
  const json = join(folder, "report.json");
  const root = join(import.meta.dirname, "fixtures");
  const vitest = join(import.meta.dirname, "../../node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--root", root, "--reporter=json", `--outputFile.json=${json}`, "--reporter=verbose"];
  const env = {
    ...process.env,
    NO_COLOR: "1",
    VITEST: undefined,
    VITEST_WORKER_ID: undefined,
    VITEST_POOL_ID: undefined,
  };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env }).catch(
    (error: { stdout: string }) => error,
  );
  printed = stdout;
  const report = JSON.parse(await readFile(json, "utf8")) as { testResults: { assertionResults: Assertion[] }[] };
  assertions = report.testResults.flatMap(({ assertionResults }) => assertionResults);
});

const of = (adapter: string): Record<string, string> =>
  Object.fromEntries(
    assertions
      .filter(({ ancestorTitles }) => ancestorTitles[0] === `${adapter} conforms to the profile domain`)
      .map(({ title, status }) => [title, status]),
  );

const messageOf = (adapter: string, title: string): string =>
  assertions.find((found) => found.title === title && found.ancestorTitles[0]?.startsWith(`${adapter} conforms`))
    ?.failureMessages[0] ?? "";

describe("describeConformance", () => {
  test("declares one passing test for each rule of a conformant executor", () => {
    const expected = Object.fromEntries(domainRules.map(({ id }) => [id, "passed"]));
    expect(of("reference-domain")).toEqual({ ...expected, "the campaign is conclusive": "passed" });
  });

  test("shows a failure as the smallest interleaving, drawn, with its sentence", () => {
    const message = messageOf("double-release", "domain/one-release-per-halt");
    expect(message).toContain("Exactly one `release` for each stop generation");
    expect(message).toContain("stop h1 was released a second time");
    expect(message).toMatch(/host\s+executor/);
    expect(message).toContain("✗");
  });

  test("skips what does not apply, and says which capability it asks for", () => {
    expect(of("double-release")["domain/failure-keeps-cause"]).toBe("skipped");
    expect(printed).toContain("not applicable: the adapter does not declare cause");
  });

  test("skips a broken SHOULD with its message, and fails it with strict", () => {
    expect(of("wrapped-cause")["domain/failure-keeps-cause"]).toBe("skipped");
    expect(printed).toContain("SHOULD violated");
    expect(of("wrapped-cause, strict")["domain/failure-keeps-cause"]).toBe("failed");
  });

  test("fails everything of an executor that cannot be created", () => {
    expect(of("broken")["domain/handle-never-throws"]).toBe("failed");
    expect(messageOf("broken", "domain/handle-never-throws")).toContain("no executor today");
    expect(of("broken")["the campaign is conclusive"]).toBe("failed");
  });

  test("fails a rule that no run exercised", () => {
    expect(of("unexercised")["domain/reentrancy-safe"]).toBe("failed");
    expect(messageOf("unexercised", "domain/reentrancy-safe")).toContain("never exercised");
  });
});
