import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** What a layer may import from; `types` says which of the others it may name in types only. */
interface Layer {
  readonly imports: readonly string[];
  readonly types?: readonly string[];
}

const ENGINE = ["src/contract", "src/scenario", "src/run", "properties", "src/profiles", "src/judge", "src/version.ts"];
const EVERYTHING = [...ENGINE, "src/trace", "src/explore", "src/supervise", "src/report", "src/index.ts"];
/** These meet the kit as a user does: by the name of the package. */
const BY_NAME: Layer = { imports: [] };

/** The table of the design. A file belongs to the longest place that its path begins with. */
const LAYERS: Readonly<Record<string, Layer>> = {
  "src/contract": { imports: [] },
  "src/version.ts": { imports: [] },
  "src/scenario": { imports: ["src/contract"] },
  "src/run": { imports: ["src/contract", "src/scenario"] },
  "src/trace": { imports: ["src/contract", "src/scenario", "src/run", "src/version.ts"] },
  properties: { imports: ["src/contract"] },
  "src/profiles": { imports: ["src/contract", "src/scenario", "src/run", "properties"] },
  "src/judge": { imports: ["src/contract"] },
  "src/explore": { imports: [...ENGINE, "src/trace"] },
  "src/supervise": { imports: [...ENGINE, "src/explore"] },
  "src/report": { imports: ["src/contract", "src/scenario", "src/judge"], types: ["src/profiles", "src/explore"] },
  "src/reference": { imports: [], types: ["src/contract"] },
  "src/index.ts": { imports: [...ENGINE, "src/trace", "src/explore"] },
  "src/vitest": { imports: EVERYTHING },
  "src/schemas": { imports: [...EVERYTHING, "src/cli", "bench"] },
  "src/cli": { imports: [...EVERYTHING, "bench"] },
  adapters: BY_NAME,
  bench: { imports: ["adapters", "src/contract", "src/run", "src/explore", "src/report"] },
  // What is measured there are parts inside.
  scripts: { imports: [...ENGINE, "src/explore", "adapters", "bench"] },
};

const root = fileURLToPath(new URL("..", import.meta.url));

interface Import {
  readonly from: string;
  readonly target: string;
  readonly typesOnly: boolean;
}

test("no import runs backwards in the table of layers", () => {
  const backwards = imports().filter(
    ({ from, target, typesOnly }) => !isAllowed(layerOf(from), layerOf(target), typesOnly),
  );
  expect(
    backwards.map(({ from, target, typesOnly }) => `${from} imports ${typesOnly ? "types of " : ""}${target}`),
  ).toEqual([]);
});

test("every source file belongs to a layer", () => {
  expect(sources().filter((file) => layerOf(file) === undefined)).toEqual([]);
});

test("the reader of imports sees each way to write one", () => {
  const text = `
import type { A } from "./a.ts";
import { b, type B } from "./b.ts";
import {
  type C,
  type D,
} from "./c.ts";
export { e } from "./e.ts";
export type * from "./f.ts";
import "./g.ts";
const h = await import("./h.ts");
import i, { type I } from "./i.ts";
`;
  expect(importsIn("src/x/y.ts", text).map(({ target, typesOnly }) => [target, typesOnly])).toEqual([
    ["src/x/a.ts", true],
    ["src/x/b.ts", false],
    ["src/x/c.ts", true],
    ["src/x/e.ts", false],
    ["src/x/f.ts", true],
    ["src/x/g.ts", false],
    ["src/x/h.ts", false],
    ["src/x/i.ts", false],
  ]);
});

function isAllowed(from: string | undefined, target: string | undefined, typesOnly: boolean): boolean {
  if (from === undefined || target === undefined || from === target) return from === target;
  const layer = LAYERS[from];
  return layer?.imports.includes(target) === true || (typesOnly && layer?.types?.includes(target) === true);
}

function layerOf(file: string): string | undefined {
  return Object.keys(LAYERS).find((place) => file === place || file.startsWith(`${place}/`));
}

function imports(): readonly Import[] {
  return sources().flatMap((file) => importsIn(file, readFileSync(join(root, file), "utf8")));
}

const STATEMENT = /^(?:import|export)\s+(?<what>[^"';]*?)\s*from\s+"(?<path>\.[^"]+)"/gm;
const BARE_OR_DYNAMIC = /(?:^import\s+|\bimport\(\s*)"(?<path>\.[^"]+)"/gm;

/** The relative imports of a file: whatever is imported by name is no matter of layers. */
function importsIn(file: string, text: string): Import[] {
  const found = [...text.matchAll(STATEMENT), ...text.matchAll(BARE_OR_DYNAMIC)];
  return found
    .toSorted((a, b) => a.index - b.index)
    .map(({ groups }) => ({
      from: file,
      target: posix.join(dirname(file).replaceAll(sep, "/"), groups?.["path"] ?? ""),
      typesOnly: namesOnlyTypes(groups?.["what"]),
    }));
}

/** Whether what stands between `import` and `from` is `type ...`, or names that are each marked so. */
function namesOnlyTypes(what = ""): boolean {
  return /^type\s|^\{(?:\s*type\s[^,}]+,?)+\s*\}$/.test(what);
}

/** Every source file but tests and what only tests use: those may reach for anything. */
function sources(): readonly string[] {
  return ["src", "properties", "adapters", "bench", "scripts"]
    .flatMap((place) => readdirSync(join(root, place), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, "/"))
    .filter((file) => !file.includes("/fixtures/"));
}
