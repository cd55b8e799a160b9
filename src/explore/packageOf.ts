import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** A package as its manifest names it. */
export interface Package {
  readonly name: string;
  readonly folder: string;
}

/** The package that a file belongs to: the nearest folder above it whose package.json has a name. */
export async function packageOf(file: string): Promise<Package | undefined> {
  for (let folder = dirname(resolve(file)); ; folder = dirname(folder)) {
    const text = await readFile(join(folder, "package.json"), "utf8").catch(() => "{}");
    const { name } = parseManifest(text);
    if (typeof name === "string") return { name, folder };
    if (folder === dirname(folder)) return undefined;
  }
}

function parseManifest(text: string): { readonly name?: unknown } {
  try {
    return (JSON.parse(text) as { name?: unknown } | null) ?? {};
  } catch {
    return {};
  }
}
