import { readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** A module and everything it imports by a relative path, at any depth. */
export interface LocalFiles {
  /** Their contents, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Where imports lead to that are not there yet. */
  readonly missing: readonly string[];
}

/** Finds the files of a module. What is imported by the name of a package is not followed. */
export async function localFiles(module: string): Promise<LocalFiles> {
  const texts = new Map<string, string>();
  const missing: string[] = [];
  const open = [resolve(module)];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (texts.has(file)) continue;
    const text = await readFile(file, "utf8").catch(() => undefined);
    if (text === undefined) {
      missing.push(file);
      continue;
    }
    texts.set(file, text);
    for (const path of importedPaths(text)) open.push(await resolveImport(resolve(dirname(file), path)));
  }
  return { texts, missing };
}

const IMPORT = /\b(?:from|import|require)\s*\(?\s*["'](?<path>\.{1,2}\/[^"'\n]*)["']/g;

/** The relative paths that a module imports or requires, as they are written. */
export function importedPaths(text: string): readonly string[] {
  return [...text.matchAll(IMPORT)].map(({ groups }) => groups?.["path"] ?? "");
}

const EXTENSIONS = [".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".jsx", ".json"];

/** The file that a path means; TypeScript is imported under its own extension, under that of JavaScript, or under none. */
async function resolveImport(path: string): Promise<string> {
  const typed = path.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
  const candidates = [
    path,
    typed,
    ...EXTENSIONS.map((end) => path + end),
    ...EXTENSIONS.map((end) => `${path}/index${end}`),
  ];
  for (const candidate of candidates) {
    const found = await stat(candidate).catch(() => undefined);
    if (found?.isFile() === true) return candidate;
  }
  return path;
}
