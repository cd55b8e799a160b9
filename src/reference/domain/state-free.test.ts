import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const FOLDER = dirname(fileURLToPath(import.meta.url));
const CONTRACT = resolve(FOLDER, "../../contract");

interface Import {
  readonly typeOnly: boolean;
  readonly target: string;
}

function importsOf(file: string): Import[] {
  const source = readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");
  return [...source.matchAll(/^(import|export)( type)?\b[^;]*?\bfrom "([^"]+)";/gm)].map((match) => ({
    typeOnly: match[2] !== undefined,
    target: (match[3] ?? "").startsWith(".") ? resolve(dirname(file), match[3] ?? "") : (match[3] ?? ""),
  }));
}

/** A file and everything it loads when it runs. */
function loadedBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { typeOnly, target } of importsOf(file)) if (!typeOnly) loadedBy(target, seen);
  return seen;
}

const sources = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.startsWith("fixtures"))
  .map((name) => join(FOLDER, name));

it.each(sources.map((file) => relative(FOLDER, file)))(
  "%s loads only its siblings, and of the contract only types",
  (name) => {
    for (const { typeOnly, target } of importsOf(join(FOLDER, name))) {
      const allowed = target.startsWith(FOLDER) || (typeOnly && target.startsWith(CONTRACT));
      expect(allowed, `${name} imports ${target}`).toBe(true);
    }
  },
);

it("the domain loads neither reducer nor turn driver: it cannot write their state", () => {
  const loaded = [...loadedBy(join(FOLDER, "tool-execution-domain.ts"))].map((file) => relative(FOLDER, file));
  expect(loaded).toContain("in-flight.ts");
  expect(loaded.filter((name) => name.startsWith("turns"))).toEqual([]);
});
