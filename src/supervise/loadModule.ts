import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { createJiti as CreateJiti } from "jiti";
import { packageOf } from "../explore/packageOf.ts";
import { UsageError } from "../explore/usageError.ts";
import { macrotask } from "../run/realTimers.ts";
import { describeThrown } from "../run/values.ts";
import { within } from "../run/within.ts";
import { KIT } from "../version.ts";
import type { Containment } from "./containment.ts";

/** A module that is there, and throws when it is loaded. */
export class LoadError extends Error {
  override readonly name = "LoadError";
}

/** The entries of this package, under the names that adapters import them by. */
const ENTRIES: Readonly<Record<string, string>> = {
  [`${KIT.name}/reference`]: "../reference/index.js",
  [`${KIT.name}/properties`]: "../../properties/index.js",
  [`${KIT.name}/adapters`]: "../../adapters",
  [KIT.name]: "../index.js",
};

/**
 * The default export of a module.
 *
 * @throws UsageError when it has none.
 */
export function defaultExportOf(module: Readonly<Record<string, unknown>>, path: string): unknown {
  if ("default" in module) return module["default"];
  const names = Object.keys(module);
  throw new UsageError(
    `Expected a default export in ${path}, got ${names.length === 0 ? "no export" : `only ${names.join(", ")}`}: ` +
      "write `export default` before the adapter, or before an array of adapters",
  );
}

/**
 * Loads a module as {@link loadExports} does, and gives its default export.
 *
 * @param instance evaluates the module again for each name, where one is given, instead of sharing it.
 * @throws UsageError when there is no such file, or it has no default export.
 * @throws LoadError when it throws.
 */
export async function loadDefaultExport(path: string, containment: Containment, instance?: string): Promise<unknown> {
  return defaultExportOf(await loadExports(path, containment, instance), path);
}

/** Whether a default export is meant to be adapters, be they sound or not. */
export function looksLikeAdapters(value: unknown): boolean {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "object" && first !== null && "profile" in first && "create" in first;
}

/**
 * Loads a module in JavaScript or TypeScript, without a build step, and gives what it exports. Wherever it lies, what it
 * imports by the name of this package is the running copy of it; unless it belongs to another copy itself.
 *
 * @throws UsageError when there is no such file.
 * @throws LoadError when it throws.
 */
export async function loadExports(
  path: string,
  containment: Containment,
  instance?: string,
): Promise<Readonly<Record<string, unknown>>> {
  const file = resolve(path);
  await assertFile(path, file);
  return load(path, file, containment, instance);
}

/** How long, in real ms, a module may take to load: it may start a server at its top level. */
const LOADING_MS_MAX = 60_000;

function stillLoading(path: string): string {
  return `Loading ${path} never came to an end: after ${LOADING_MS_MAX / 1000} s it still awaits something at its top level`;
}

const EXTENSIONS = [".ts", ".js", ".mjs", ".mts"];

/** What a module is called; a file without an extension may be one as well. */
const MODULE = /^\.[cm]?[jt]sx?$/;

async function assertFile(path: string, file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  const kind = extname(file);
  if (found?.isFile() === true && (kind === "" || MODULE.test(kind))) return;
  const what = found === undefined ? "nothing" : found.isFile() ? `a ${kind} file` : "a folder";
  const other = EXTENSIONS.map((extension) => path.replace(/\.\w+$/, extension)).find((one) => existsSync(one));
  throw new UsageError(
    `Expected an adapter module at ${path}, got ${what}: ` +
      (other === undefined || found !== undefined
        ? "give the path of a .ts, .js or .mjs file"
        : `did you mean ${other}?`),
  );
}

async function load(
  path: string,
  file: string,
  containment: Containment,
  instance: string | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  let module: unknown;
  try {
    module = await within(LOADING_MS_MAX, importModule(file, instance), () => new LoadError(stillLoading(path)), {
      keepsAlive: false,
    });
  } catch (error) {
    if (error instanceof LoadError) throw error;
    containment.takeStrays();
    throw new LoadError(`Loading ${path} threw ${describeThrown(error)}${placeOf(error)}`, { cause: error });
  }
  // Rejections that nobody handles are told a macrotask later.
  await macrotask();
  const [stray] = containment.takeStrays();
  if (stray !== undefined) throw new LoadError(`Loading ${path} left an error that nobody handles: ${stray}`);
  return typeof module === "object" && module !== null ? (module as Record<string, unknown>) : {};
}

/** What is compiled when it is loaded. */
export const TYPESCRIPT = /\.[cm]?tsx?$/;

/** What Node says of an import that leads nowhere, or to TypeScript: nothing has been evaluated then. */
const UNRESOLVED = ["ERR_MODULE_NOT_FOUND", "ERR_UNKNOWN_FILE_EXTENSION"];

/** Node loads JavaScript; only what it cannot resolve or read is left to jiti, which would evaluate a module that throws twice. */
async function importModule(file: string, instance: string | undefined): Promise<unknown> {
  if (!TYPESCRIPT.test(file)) {
    const url = pathToFileURL(file);
    // Node evaluates a module once for each URL.
    if (instance !== undefined) url.searchParams.set("instance", instance);
    try {
      return await import(url.href);
    } catch (error) {
      if (!UNRESOLVED.includes((error as NodeJS.ErrnoException | undefined)?.code ?? "")) throw error;
    }
  }
  // The compiler costs 100 ms, and adapters in JavaScript do not need it.
  const { createJiti } = instance === undefined ? await import("jiti") : await compilerOf(instance);
  // Without a cache on disk two checks at once cannot read each other's half-written files. Without one in memory each
  // instance of jiti evaluates modules of its own.
  const options = {
    alias: await entriesFor(file),
    fsCache: false,
    interopDefault: false,
    moduleCache: instance === undefined,
  };
  return createJiti(import.meta.url, options).import(file);
}

/** What is not TypeScript is imported by the compiler: with one of its own an instance has an own copy of that as well. */
function compilerOf(instance: string): Promise<{ readonly createJiti: typeof CreateJiti }> {
  const url = new URL(import.meta.resolve("jiti"));
  url.searchParams.set("instance", instance);
  return import(url.href) as Promise<{ readonly createJiti: typeof CreateJiti }>;
}

/**
 * Where the entries of this package are for a module, which need not have it installed. One that belongs to another copy of
 * this package, as an older version does, has the entries of that copy.
 */
async function entriesFor(file: string): Promise<Record<string, string>> {
  const [home, own] = [await packageOf(file), await packageOf(fileURLToPath(import.meta.url))];
  if (home?.name === KIT.name && home.folder !== own?.folder) return {};
  return Object.fromEntries(
    Object.entries(ENTRIES).map(([name, entry]) => [name, fileURLToPath(new URL(entry, import.meta.url))]),
  );
}

/** Loads the compiler, where a module needs it, before there is something to compile. */
export async function prepareLoading(module: string): Promise<void> {
  if (!TYPESCRIPT.test(module)) return;
  const { createJiti } = await import("jiti");
  createJiti(import.meta.url, { fsCache: false }).transform({ source: "", ts: true });
}

/** The line of the stack where it was thrown. */
function placeOf(error: unknown): string {
  const line = error instanceof Error ? error.stack?.split("\n").find((entry) => /^\s+at /.test(entry)) : undefined;
  return line === undefined ? "" : ` ${line.trim()}`;
}
