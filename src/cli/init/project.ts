import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { UnreadableFileError } from "../../contract/storedFile.ts";
import { packageManagerOf, type PackageManager } from "./packageManager.ts";

/** What can be found out about a project without asking. */
export interface Project {
  readonly manager: PackageManager;
  /** As in ".ts": the package is an ES module in either case. */
  readonly extension: ".ts" | ".mts" | ".js" | ".mjs";
  readonly isTypeScript: boolean;
  readonly hasVitest: boolean;
  /** Whether the package is among its dependencies. */
  readonly dependsOn: (name: string) => boolean;
}

/**
 * Looks at the project in a folder.
 *
 * @throws UnreadableFileError when its package.json is there and is no JSON object.
 */
export async function readProject(folder: string, userAgent: string | undefined): Promise<Project> {
  const manifest = await readManifest(join(folder, "package.json"));
  const dependencies = new Set(
    ["dependencies", "devDependencies", "peerDependencies"].flatMap((field) => Object.keys(manifest[field] ?? {})),
  );
  const dependsOn = (name: string): boolean => dependencies.has(name);
  const isTypeScript = dependsOn("typescript") || existsSync(join(folder, "tsconfig.json"));
  const isModule = manifest["type"] === "module";
  const named = manifest["packageManager"];
  return {
    manager: packageManagerOf(folder, typeof named === "string" ? named : undefined, userAgent),
    extension: `.${isModule ? "" : "m"}${isTypeScript ? "ts" : "js"}`,
    isTypeScript,
    hasVitest: dependsOn("vitest") || isInstalled(folder, "vitest"),
    dependsOn,
  };
}

async function readManifest(path: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readFile(path, "utf8").catch(() => "{}");
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch (error) {
    throw new UnreadableFileError(
      path,
      "the manifest of a package",
      `text that is not JSON: ${(error as Error).message}`,
    );
  }
  if (typeof manifest === "object" && manifest !== null) return manifest as Record<string, unknown>;
  throw new UnreadableFileError(path, "the manifest of a package", "something else");
}

function isInstalled(folder: string, name: string): boolean {
  try {
    createRequire(join(folder, "index.js")).resolve(`${name}/package.json`);
    return true;
  } catch {
    return false;
  }
}
