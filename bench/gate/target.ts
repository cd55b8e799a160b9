import { execFile } from "node:child_process";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { packageOf } from "../../src/explore/packageOf.ts";
import { UsageError } from "../../src/explore/usageError.ts";

/** Installs a package into a folder. */
export type Install = (specifier: string, folder: string) => Promise<void>;

/** A module to measure, and what must go when that is done. */
export interface Target {
  /** The absolute path of the module. */
  readonly module: string;
  /** A folder that was made for it. */
  readonly temporary?: string;
}

const VERSION = /^v?(\d+\.\d+\.\d+(?:[-+][\w.+-]+)?)$/;
const PACKAGE = /^((?:@[\w.-]+\/)?[\w.-]+)@([\w.+-]+)(\/[\w./-]+)?$/;

/**
 * Finds the module that `--base` or `--head` means:
 *
 * - the path of a module that is there;
 * - `1.2.3`, a version of the package that `other` belongs to: the module at the same place in that version;
 * - `name@1.2.3`: the same where `other` belongs to the package of that name, else the package itself, whose default export
 *   has to be the adapters; `name@1.2.3/sub/path` for another of its entries.
 *
 * Packages are installed into a temporary folder, without their install scripts.
 *
 * @param other the path of the module that it is compared with.
 * @throws UsageError naming what was asked for, and why there is no such module.
 */
export async function resolveTarget(asked: string, other: string, install: Install = installWithNpm): Promise<Target> {
  if (asked === "") throw new UsageError("Expected a module or a version as --base and --head, got an empty text");
  if (await isFile(asked)) return { module: resolve(asked) };
  const version = VERSION.exec(asked)?.[1];
  const [, name, named, entry] = PACKAGE.exec(asked) ?? [];
  // A path that leads nowhere is told by whoever loads it.
  if (version === undefined && name === undefined) return { module: resolve(asked) };
  const home = await packageOf(other);
  if (version !== undefined && home === undefined) {
    throw new UsageError(
      `Expected ${other} to lie in a package that ${asked} is a version of, and there is no package.json with a name above it: ` +
        `name the package, as in name@${version}`,
    );
  }
  const wanted = name ?? home?.name ?? "";
  const published = { name: wanted, specifier: `${wanted}@${version ?? named ?? ""}` };
  const temporary = await mkdtemp(join(tmpdir(), "bench-version-"));
  try {
    await writeFile(join(temporary, "package.json"), '{ "private": true, "type": "module" }\n');
    await install(published.specifier, temporary);
    const isOwn = home?.name === wanted && entry === undefined;
    const module = isOwn
      ? await moduleAt(relative(home.folder, resolve(other)), temporary, published)
      : await moduleOf(`${wanted}${entry ?? ""}`, temporary);
    return { module, temporary };
  } catch (error) {
    await rm(temporary, { recursive: true });
    throw error;
  }
}

/** The module at a place in an installed package. */
async function moduleAt(
  place: string,
  folder: string,
  { name, specifier }: { readonly name: string; readonly specifier: string },
): Promise<string> {
  const module = join(folder, "node_modules", name, place);
  if (await isFile(module)) return module;
  throw new UsageError(
    `Expected ${place} in ${specifier}, where the other module lies in its package, got nothing: ` +
      "compare with a module that is published, such as the built one",
  );
}

/** A module with the default export of an entry of an installed package; Node knows which file that is. */
async function moduleOf(entry: string, folder: string): Promise<string> {
  const module = join(folder, "entry.js");
  await writeFile(module, `export { default } from ${JSON.stringify(entry)};\n`);
  return module;
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}

async function installWithNpm(specifier: string, folder: string): Promise<void> {
  const flags = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  try {
    await promisify(execFile)("npm", ["install", ...flags, specifier], { cwd: folder });
  } catch (error) {
    const { stderr, message } = error as { readonly stderr?: string; readonly message: string };
    const [reason = message] = (stderr ?? "").split("\n").filter((line) => /npm error (?!code )/.test(line));
    throw new UsageError(`Cannot install ${specifier} with npm: ${reason.replace("npm error ", "")}`);
  }
}
