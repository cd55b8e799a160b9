import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { forgetCommonJs, requiredEsModule } from "./commonJs.ts";

const require = createRequire(import.meta.url);
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "common-js-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

test("what was forgotten is evaluated again, with all that it requires", () => {
  write("part.cjs", "module.exports = {};");
  const whole = write("whole.cjs", 'module.exports = { part: require("./part.cjs") };');
  const load = (): { part: object } => require(whole) as { part: object };
  const once = load();
  expect(load()).toBe(once);
  forgetCommonJs();
  expect(load()).not.toBe(once);
  expect(load().part).not.toBe(once.part);
});

test("an ES module that was required is found, since it is not evaluated again", () => {
  forgetCommonJs();
  require(write("plain.cjs", "module.exports = {};"));
  expect(requiredEsModule()).toBeUndefined();
  const path = write("part.mjs", "export default {};");
  require(write("mixed.cjs", 'module.exports = require("./part.mjs");'));
  expect(requiredEsModule()).toContain(path);
});
