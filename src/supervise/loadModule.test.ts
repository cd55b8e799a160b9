import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { KIT } from "../version.ts";
import { Containment } from "./containment.ts";
import { loadExports } from "./loadModule.ts";

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
