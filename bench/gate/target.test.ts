import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { resolveTarget, type Target } from "./target.ts";

let root = "";
const made: string[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "target-"));
  await write("package.json", '{ "name": "@mine/lanes" }');
  await write("dist/adapters/lane.js", "");
});

afterEach(async () => {
  for (const folder of [root, ...made.splice(0)]) await rm(folder, { recursive: true, force: true });
});

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

/** Resolves as the command line does, where a registry has packages with these files. */
async function resolved(
  asked: string,
  files: readonly string[] = [],
): Promise<{ target: Target; installed: string[] }> {
  const installed: string[] = [];
  const target = await resolveTarget(asked, join(root, "dist/adapters/lane.js"), async (specifier, folder) => {
    installed.push(specifier);
    made.push(folder);
    for (const file of files) {
      await mkdir(dirname(join(folder, "node_modules", file)), { recursive: true });
      await writeFile(join(folder, "node_modules", file), "");
    }
  });
  return { target, installed };
}

test("a path is taken as it is, also one that is called like a package, or leads nowhere", async () => {
  await write("p-limit@1.2.3", "");
  for (const path of ["dist/adapters/lane.js", "p-limit@1.2.3", "nowhere.js"]) {
    const { target, installed } = await resolved(join(root, path));
    expect(target).toEqual({ module: join(root, path) });
    expect(installed).toEqual([]);
  }
});

test("an empty text is no path of the working directory", async () => {
  await expect(resolved("")).rejects.toThrow("got an empty text");
});

describe("a version of the package that the other module lies in", () => {
  test.each(["1.2.3", "v1.2.3", "@mine/lanes@1.2.3"])("%s is the module at the same place in it", async (asked) => {
    const { target, installed } = await resolved(asked, ["@mine/lanes/dist/adapters/lane.js"]);
    expect(installed).toEqual(["@mine/lanes@1.2.3"]);
    expect(target.module).toBe(join(target.temporary!, "node_modules/@mine/lanes/dist/adapters/lane.js"));
  });

  test("may be a pre-release, or a tag after the name", async () => {
    const files = ["@mine/lanes/dist/adapters/lane.js"];
    expect((await resolved("1.2.3-rc.1", files)).installed).toEqual(["@mine/lanes@1.2.3-rc.1"]);
    expect((await resolved("@mine/lanes@latest", files)).installed).toEqual(["@mine/lanes@latest"]);
  });

  test("has to have a module there", async () => {
    await expect(resolved("1.2.3", ["@mine/lanes/index.js"])).rejects.toThrow(
      "Expected dist/adapters/lane.js in @mine/lanes@1.2.3",
    );
    expect(made.map((folder) => existsSync(folder))).toEqual([false]);
  });

  test("cannot be told without a package", async () => {
    await writeFile(join(root, "package.json"), "{}");
    await expect(resolved("1.2.3")).rejects.toThrow("name the package, as in name@1.2.3");
  });
});

describe("a package by its name", () => {
  test.each([
    ["other@1.2.3", "other@1.2.3", "other"],
    ["@some/other@2.0.0", "@some/other@2.0.0", "@some/other"],
    ["other@1.2.3/adapters/lane", "other@1.2.3", "other/adapters/lane"],
    ["@mine/lanes@1.2.3/adapters", "@mine/lanes@1.2.3", "@mine/lanes/adapters"],
  ])("%s is its default export", async (asked, specifier, entry) => {
    const { target, installed } = await resolved(asked);
    expect(installed).toEqual([specifier]);
    expect(await readFile(target.module, "utf8")).toBe(`export { default } from "${entry}";\n`);
  });
});
