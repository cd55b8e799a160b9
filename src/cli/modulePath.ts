import { existsSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * The path of a module that is given as a path, or as the name of an entry of an installed package, as in
 * `executor-conformance/adapters/reference/lane`. What leads nowhere is left to whoever loads it.
 */
export async function modulePath(given: string): Promise<string> {
  if (existsSync(given) || isAbsolute(given) || given.startsWith(".")) return given;
  const { createJiti } = await import("jiti");
  const here = pathToFileURL(join(process.cwd(), "here.js")).href;
  const found = createJiti(here).esmResolve(given, { try: true });
  return found?.startsWith("file:") === true ? relative("", fileURLToPath(found)) : given;
}
