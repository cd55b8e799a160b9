import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { KIT } from "../version.ts";
import { Containment } from "./containment.ts";
import { loadExports, within } from "./loadModule.ts";

const late = (): Error => new Error("late");

test("what settles is given as it is, or thrown", async () => {
  await expect(within(60_000, Promise.resolve(1), late)).resolves.toBe(1);
  await expect(within(60_000, Promise.reject(new Error("broken")), late)).rejects.toThrow("broken");
});

test("what never settles is given up, although something else keeps the process alive", async () => {
  const alive = setInterval(() => {}, 1000);
  await expect(within(1, new Promise(() => {}), late)).rejects.toThrow("late");
  clearInterval(alive);
});

test.each([
  ["a package called like this one has the entries of its own", KIT.name, "theirs"],
  ["any other package has those of this one", "some-executor", "ours"],
])("TypeScript of %s", async (_, name, whose) => {
  const folder = mkdtempSync(join(tmpdir(), "load-module-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "adapters"));
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name, type: "module", exports: { "./reference": "./r.js" } }),
  );
  writeFileSync(join(folder, "r.js"), "export class ToolLane {}; export const isTheirs = true;");
  const module = join(folder, "adapters/lane.ts");
  writeFileSync(
    module,
    'import * as entry from "executor-conformance/reference"; export const whose: string = "isTheirs" in entry ? "theirs" : "ours";',
  );
  expect(await loadExports(module, new Containment())).toMatchObject({ whose });
});
