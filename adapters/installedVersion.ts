import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/**
 * The version of an installed package, or of what its alias stands for. Reads the manifest where Node would look for the
 * package, because few packages export theirs.
 *
 * @throws Error when it is not installed
 * @example
 * ```ts
 * const adapter = { name: "my-queue", version: installedVersion("my-queue") };
 * ```
 */
export function installedVersion(packageName: string): string {
  for (const folder of createRequire(import.meta.url).resolve.paths(packageName) ?? []) {
    const manifest = join(folder, packageName, "package.json");
    if (existsSync(manifest)) return (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
  }
  throw new Error(`Expected the package ${packageName} to be installed, found it nowhere`);
}
