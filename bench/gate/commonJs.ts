import { createRequire } from "node:module";
import { dirname } from "node:path";
import { types } from "node:util";

const { cache, resolve } = createRequire(import.meta.url);

/** Takes long to load, and is no part of what is measured. */
const COMPILER = dirname(resolve("jiti/package.json"));

/**
 * Forgets every CommonJS module, so that the next one who asks has an instance of its own: Node keeps them by their paths,
 * and whatever the URL of an import says would be shared by everybody.
 */
export function forgetCommonJs(): void {
  for (const path of Object.keys(cache)) if (!path.startsWith(COMPILER)) delete cache[path];
}

/**
 * The path of an ES module that a CommonJS module has required: these are kept elsewhere, and cannot be forgotten. Whoever
 * requires comes before, and may export the same.
 */
export function requiredEsModule(): string | undefined {
  return Object.keys(cache).findLast((path) => types.isModuleNamespaceObject(cache[path]?.exports));
}
