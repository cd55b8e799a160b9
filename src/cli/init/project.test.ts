import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { readProject, type Project } from "./project.ts";

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** What is found out about a project with these files, whose package lies in `at`. */
function projectOf(files: Readonly<Record<string, string>>, at = ".", userAgent?: string): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), "project-"));
  folders.push(folder);
  for (const [path, text] of Object.entries({ ".git/HEAD": "", ...files })) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return readProject(join(folder, at), userAgent);
}

test.each([
  [{}, ".mjs"],
  [{ "package.json": "{}" }, ".mjs"],
  [{ "package.json": '{ "type": "module" }' }, ".js"],
  [{ "package.json": '{ "devDependencies": { "typescript": "7" } }' }, ".mts"],
  [{ "package.json": '{ "type": "module" }', "tsconfig.json": "{}" }, ".ts"],
])("of %j the files end in %s", async (files, extension) => {
  expect((await projectOf(files)).extension).toBe(extension);
});

test.each([
  [{}, undefined, "npm install"],
  [{ "package-lock.json": "" }, undefined, "npm ci"],
  [{ "yarn.lock": "" }, undefined, "yarn install --immutable"],
  [{ "bun.lock": "" }, undefined, "bun install --frozen-lockfile"],
  [
    { "package.json": '{ "packageManager": "pnpm@9.1.0" }', "yarn.lock": "" },
    undefined,
    "pnpm install --frozen-lockfile",
  ],
  [{}, "pnpm/9.1.0 npm/? node/v22", "pnpm install --frozen-lockfile"],
  [{ "package-lock.json": "" }, "yarn/4.0.0", "npm ci"],
])("of %j, run by %s, the lock file is installed with %s", async (files, userAgent, install) => {
  expect((await projectOf(files, ".", userAgent)).manager.install).toBe(install);
});

test("a lock file lies at the top of a workspace, and no higher than the repository", async () => {
  const inner = { "packages/one/package.json": "{}" };
  expect((await projectOf({ ...inner, "pnpm-lock.yaml": "" }, "packages/one")).manager.name).toBe("pnpm");
  const apart = { ...inner, "pnpm-lock.yaml": "", "packages/one/.git/HEAD": "" };
  expect((await projectOf(apart, "packages/one")).manager.name).toBe("npm");
});

test("vitest is found where it is listed, and where it is installed", async () => {
  expect((await projectOf({})).hasVitest).toBe(false);
  expect((await projectOf({ "package.json": '{ "devDependencies": { "vitest": "4" } }' })).hasVitest).toBe(true);
  expect((await projectOf({ "node_modules/vitest/package.json": "{}" })).hasVitest).toBe(true);
});

test("a manifest that is none is refused", async () => {
  await expect(projectOf({ "package.json": "{" })).rejects.toThrow(/Expected the manifest of a package in .*not JSON/);
  await expect(projectOf({ "package.json": "null" })).rejects.toThrow(/got something else/);
});
