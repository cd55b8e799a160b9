import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseReport } from "../../report/reportFile.ts";
import { changedReference, leaving, returning, sound } from "../fixtures/adapters.ts";
import { CommandLine, type Finished } from "../fixtures/commandLine.ts";

let cli: CommandLine;

beforeAll(() => {
  cli = new CommandLine();
  for (const [name, source] of Object.entries({ sound, returning, leaving })) cli.write(`${name}.mjs`, source);
});

afterAll(() => cli.remove());

const BROKEN = "domain/handle-returns-at-once";
const LEFT = "domain/nothing-left-behind";
const SMALL = ["--runs", "5", "--exhaustive", "1x1", "--seed", "1", "--rule", BROKEN, "--rule", LEFT];

const entry = (rule: string, change: object = {}) => ({
  rule,
  reason: "is being mended",
  link: "https://example.org/1",
  ...change,
});

/** A baseline with these failures of one executor. */
function baselineOf(name: string, ...failures: object[]): object {
  return { schemaVersion: 1, executors: [{ name, failures }] };
}

/** Checks a module beside a baseline: a value, or the text of the file. */
function check(module: string, baseline: unknown, ...options: string[]): Promise<Finished> {
  cli.write("known.json", typeof baseline === "string" ? baseline : JSON.stringify(baseline));
  return cli.call(["check", module, ...SMALL, "--baseline", "known.json", ...options]);
}

describe("a known failure", () => {
  test("runs and is reported, does not make the check fail, and is never called conformant", async () => {
    const { code, out } = await check(
      "returning.mjs",
      baselineOf("returning", entry(BROKEN)),
      "--report",
      "json=known-report.json",
    );
    expect(code).toBe(0);
    expect(out).toMatch(/^not conformant, with 1 known failure: returning/);
    expect(out).toMatch(/! known failure, MUST domain\/handle-returns-at-once: [^]*is being\s+mended/);
    expect(out).toContain("2 rules: 1 pass, 1 known failure\n");
    const { results } = parseReport(readFileSync(join(cli.folder, "known-report.json"), "utf8"), "known-report.json");
    expect(results[0]).toMatchObject({ verdict: "not conformant", besidesKnown: "conformant" });
    expect(results[0]?.rules[0]).toMatchObject({
      id: BROKEN,
      verdict: "known-failure",
      baseline: { reason: "is being mended", link: "https://example.org/1" },
      counterexample: { steps: 1 },
    });
  });

  test("of another executor excuses nothing, and its entries are left alone", async () => {
    const { code, out } = await check("returning.mjs", baselineOf("other", entry(BROKEN), entry(LEFT)));
    expect(out).toMatch(/^not conformant: returning/);
    expect(code).toBe(1);
  });

  test("of a SHOULD counts as known with --strict", async () => {
    expect((await check("leaving.mjs", baselineOf("leaving"), "--strict")).code).toBe(1);
    const known = await check("leaving.mjs", baselineOf("leaving", entry(LEFT)), "--strict");
    expect(known.out).toMatch(/^not conformant, with 1 known failure: leaving/);
    expect(known.code).toBe(0);
  });

  test("that has expired counts again, and says since when", async () => {
    const expired = await check("returning.mjs", baselineOf("returning", entry(BROKEN, { expires: "2020-02-29" })));
    expect(expired.out).toMatch(/! the baseline entry for domain\/handle-returns-at-once expired on\s+2020-02-29/);
    expect(expired.code).toBe(1);
    const later = await check("returning.mjs", baselineOf("returning", entry(BROKEN, { expires: "9999-12-31" })));
    expect(later.code).toBe(0);
  });
});

describe("a flaky failure", () => {
  /** Breaks a rule in every seventh run. */
  const flaky = `let count = 0;\n${changedReference(
    "flaky",
    "handle(command) { executor.handle(command); count += 1; if (count % 7 === 0) return Promise.resolve(); }",
  )}`;
  const atMost = (rateMax: number): object => ({
    schemaVersion: 1,
    executors: [{ name: "flaky", flaky: [entry(BROKEN, { rateMax })] }],
  });
  // One executor at a time counts, and no run handles more than one command.
  const ALONE = ["--workers", "1", "--runs", "0", "--corpus", "flaky-corpus"];

  test("is known up to its bound, and counts above it", async () => {
    cli.write("flaky.mjs", flaky);
    const known = await check("flaky.mjs", atMost(0.5), ...ALONE);
    expect(known.out).toMatch(/^not conformant, with 1 known failure: flaky/);
    expect(known.code).toBe(0);
    const above = await check("flaky.mjs", atMost(0.01), ...ALONE);
    expect(above.out.replaceAll(/\s+/g, " ")).toMatch(
      /! the baseline entry for \S+ allows a rate of 0\.01, and it failed in \d+ of \d+ runs/,
    );
    expect(above.code).toBe(1);
  });

  test("does not cover one that fails every time", async () => {
    const always = JSON.stringify(atMost(0.5)).replace('"flaky"', '"returning"');
    const { code, out } = await check("returning.mjs", always);
    expect(out.replaceAll(/\s+/g, " ")).toContain("is for one that does not fail every time, and this one does");
    expect(code).toBe(1);
  });
});

describe("a stale entry", () => {
  test("is named, and ends with 5", async () => {
    const { code, out } = await check("sound.mjs", baselineOf("sound", entry(BROKEN)));
    expect(out).toMatch(/^conformant, with 1 rule that the baseline still lists: sound/);
    expect(out).toMatch(/! domain\/handle-returns-at-once passes, and the baseline still lists it/);
    expect(code).toBe(5);
  });

  test("gives way to a violation", async () => {
    expect((await check("returning.mjs", baselineOf("returning", entry(LEFT)))).code).toBe(1);
  });

  test("is none where the rule was not selected", async () => {
    const { code } = await check("sound.mjs", baselineOf("sound", entry("domain/handle-never-throws")));
    expect(code).toBe(0);
  });
});

describe("--update-baseline", () => {
  const update = (module: string): Promise<Finished> =>
    cli.call(["check", module, ...SMALL, "--baseline", "made/known.json", "--update-baseline"]);
  const written = (): unknown => JSON.parse(readFileSync(join(cli.folder, "made/known.json"), "utf8"));

  test("makes the file, keeps what still fails as it is written there, and takes out what passes", async () => {
    cli.write("made/.keep", "");
    const first = await update("returning.mjs");
    expect(first.out).toContain(`made/known.json:\n  + ${BROKEN} of returning\n`);
    expect(first.out).toMatch(/^not conformant, with 1 known failure: returning/);
    expect(first.code).toBe(0);
    expect(written()).toMatchObject({
      schemaVersion: 1,
      executors: [
        {
          name: "returning",
          failures: [
            {
              rule: BROKEN,
              reason: expect.stringMatching(
                /^recorded by --update-baseline on \d{4}-\d\d-\d\d: handle\(c1\) returned a promise/,
              ),
              link: `../.conformance/returning--domain--handle-returns-at-once.json`,
            },
          ],
        },
      ],
    });

    const edited = { ...baselineOf("returning", entry(BROKEN)), $schema: "https://example.org/schema.json" };
    cli.write("made/known.json", JSON.stringify(edited));
    const second = await update("returning.mjs");
    expect(second.out).toContain("made/known.json: nothing to change\n");
    expect(written()).toMatchObject(edited);

    cli.write("mended.mjs", changedReference("returning", ""));
    const third = await update("mended.mjs");
    expect(third.out).toContain(`  - ${BROKEN} of returning, which passes\n`);
    expect(third.code).toBe(0);
    expect(written()).toEqual({ $schema: "https://example.org/schema.json", schemaVersion: 1, executors: [] });
  });

  test("does not renew an expired entry, and records no warning", async () => {
    cli.write("made/known.json", JSON.stringify(baselineOf("returning", entry(BROKEN, { expires: "2020-01-01" }))));
    expect((await update("returning.mjs")).code).toBe(1);
    const warned = await update("leaving.mjs");
    expect(warned.out).toContain("nothing to change");
    expect(warned.code).toBe(0);
  });
});

describe("exit code 2, and one sentence, for", () => {
  test.each([
    ["an unreadable entry", baselineOf("sound", { rule: BROKEN, reson: "r", link: "l" }), /the unknown key "reson"/],
    [
      "a rule of another profile",
      baselineOf("sound", entry("lane/nothing-escapes")),
      /Expected rules of the profile domain for the executor "sound" in known\.json, got lane\/nothing-escapes/,
    ],
  ])("%s", async (_what, baseline, message) => {
    const { code, out, error } = await check("sound.mjs", baseline);
    expect(error).toMatch(message);
    expect(error.trim().split("\n")).toHaveLength(1);
    expect(out).toBe("");
    expect(code).toBe(2);
  });

  test.each([
    [["--baseline", "nowhere.json"], /got no such file: --update-baseline makes one/],
    [["--update-baseline"], /Expected --baseline FILE beside --update-baseline, got none/],
    [["--baseline", "no/such/known.json", "--update-baseline"], /Cannot write a baseline to no\/such\/known\.json/],
  ])("%j", async (options, message) => {
    const { code, out, error } = await cli.call(["check", "sound.mjs", ...SMALL, ...options]);
    expect(error).toMatch(message);
    expect(out).toBe("");
    expect(code).toBe(2);
  });
});
