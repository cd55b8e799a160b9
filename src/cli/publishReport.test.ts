import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { conformant, reportOf } from "../report/fixtures/everyVerdict.ts";
import { publishReport } from "./publishReport.ts";
import type { ReportTarget } from "./reportTarget.ts";
import type { Session } from "./session.ts";

const SUMMARY_MAX = 1024 * 1024;

/** One line of annotations for each, and a summary of some thousand bytes. */
const many = reportOf(
  ...Array.from({ length: 5 }, (_, index) => ({
    ...conformant(`n${index}`),
    verdict: "inconclusive" as const,
    reasons: ["nothing was run"],
  })),
);

let folder = "";
let summary = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "publish-"));
  summary = join(folder, "summary.md");
  vi.stubEnv("GITHUB_ACTIONS", "true");
  vi.stubEnv("GITHUB_STEP_SUMMARY", summary);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Publishes a report, and gives what was written to both streams, and why the rest was not. */
async function publish(
  report = many,
  targets: readonly ReportTarget[] = [],
): Promise<{ readonly out: string[]; readonly error: string[]; readonly problem?: string }> {
  const [out, error]: [string[], string[]] = [[], []];
  const terminal = {
    write: (lines: readonly string[]) => out.push(...lines),
    writeError: (lines: readonly string[]) => error.push(...lines),
  };
  try {
    await publishReport(report, { targets, module: "mine.ts" }, { terminal } as unknown as Session);
    return { out, error };
  } catch (problem) {
    return { out, error, problem: (problem as Error).message };
  }
}

test("outside of GitHub nothing is added", async () => {
  vi.stubEnv("GITHUB_ACTIONS", undefined);
  expect(await publish()).toEqual({ out: [], error: [] });
  expect(() => statSync(summary)).toThrow("ENOENT");
});

test("a conformant run has a summary and no annotation", async () => {
  expect(await publish(reportOf(conformant("mine")))).toEqual({ out: [], error: [] });
  expect(readFileSync(summary, "utf8")).toContain("## ✅ mine 1.2.3: conformant");
});

test("a summary that is nearly full is filled up, and says that the rest is left out", async () => {
  writeFileSync(summary, "x".repeat(SUMMARY_MAX - 400));
  const { out, error } = await publish();
  expect(out).toHaveLength(5);
  expect(out[0]).toBe("::error file=mine.ts,title=inconclusive%3A n0::nothing was run");
  expect(error).toEqual([]);
  expect(statSync(summary).size).toBeLessThanOrEqual(SUMMARY_MAX);
  expect(readFileSync(summary, "utf8")).toContain("**The rest does not fit here.**");
});

test("one that is full stays as it is, and one that cannot be written is told: neither changes anything else", async () => {
  writeFileSync(summary, "x".repeat(SUMMARY_MAX));
  expect((await publish()).error).toEqual([]);
  expect(statSync(summary).size).toBe(SUMMARY_MAX);
  vi.stubEnv("GITHUB_STEP_SUMMARY", join(folder, "missing", "summary.md"));
  const { error } = await publish();
  expect(error).toHaveLength(1);
  expect(error[0]).toContain("Cannot write the job summary");
});

test("a target that cannot be written after all keeps none of the others, nor what GitHub is told", async () => {
  const target = (path: string): ReportTarget => ({ format: "json", path: join(folder, path), write: () => "{}" });
  const { out, problem } = await publish(many, [target("missing/a.json"), target("b.json"), target("gone/c.json")]);
  expect(readFileSync(join(folder, "b.json"), "utf8")).toBe("{}");
  expect(out).toHaveLength(6);
  expect(statSync(summary).size).toBeGreaterThan(0);
  expect(problem).toMatch(/^Cannot write a report to .*a\.json: .*; Cannot write a report to .*c\.json: /);
});
