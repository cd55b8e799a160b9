import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What means something on one machine only, with an example; in pieces, or this file would name it too. */
const FOREIGN: readonly { readonly what: string; readonly pattern: RegExp; readonly example: string }[] = [
  {
    what: "a folder beside the repository",
    pattern: /\.\.\/(?:shared)(?!\.ts)\b/,
    example: ["..", "shared"].join("/"),
  },
  {
    what: "a folder of one machine",
    pattern: /(?<![\w.@-])\/(?:work)(?![\w.-])/,
    example: ["", "work", "main"].join("/"),
  },
  {
    what: "a package registry",
    pattern: /\bregistry\.(?:npmjs|yarnpkg)\b/,
    example: ["registry", "npmjs", "org"].join("."),
  },
];

test.each(FOREIGN)("recognises $what", ({ pattern, example }) => {
  expect(example).toMatch(pattern);
});

test("no committed file depends on the machine it was written on", () => {
  const found = committed().flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return FOREIGN.filter(({ pattern }) => pattern.test(text)).map(({ what }) => `${file} names ${what}`);
  });
  expect(found).toEqual([]);
});

test("the lock file names packages by their digests, and no host to fetch them from", () => {
  const lock: { packages: Record<string, { resolved?: string }> } = JSON.parse(
    readFileSync(join(root, "package-lock.json"), "utf8"),
  );
  expect(Object.values(lock.packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

/** Every file that is committed, or would be. */
function committed(): readonly string[] {
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  return files
    .toString()
    .split("\0")
    .filter((file) => file !== "" && existsSync(join(root, file)));
}
