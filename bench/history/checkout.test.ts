import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkoutOf } from "./checkout.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "checkout-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

const git = (...args: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=n", "-c", "user.email=e@example.com", ...args], { cwd: folder })
    .toString()
    .trim();

test("is the commit, and whether something differs from it", async () => {
  git("init", "--quiet");
  writeFileSync(join(folder, "file"), "one");
  git("add", "file");
  git("commit", "--quiet", "--message", "one");
  const commit = git("rev-parse", "HEAD");
  writeFileSync(join(folder, "untracked"), "");
  expect(await checkoutOf(folder)).toEqual({ commit, dirty: false });
  writeFileSync(join(folder, "file"), "two");
  expect(await checkoutOf(folder)).toEqual({ commit, dirty: true });
});

test("is nothing outside of a repository, or in one without a commit", async () => {
  expect(await checkoutOf(folder)).toBeUndefined();
  git("init", "--quiet");
  expect(await checkoutOf(folder)).toBeUndefined();
});
