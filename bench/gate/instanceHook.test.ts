import { expect, test } from "vitest";
import { resolve } from "./instanceHook.ts";

const KIT = new URL("../../src/supervise/loadModule.ts", import.meta.url).href;

/** What a specifier leads to where it is written in a module. */
async function resolved(specifier: string, parentURL: string): Promise<string> {
  const context = { parentURL, conditions: [], importAttributes: {}, importAssertions: {} };
  const { url } = await resolve(specifier, context, async (name) => ({ url: new URL(name, parentURL).href }));
  return url;
}

test("what a module imports belongs to its instance", async () => {
  expect(await resolved("./b.js", "file:///mine/a.js?instance=head-2")).toBe("file:///mine/b.js?instance=head-2");
  expect(await resolved("node:fs", "file:///mine/a.js?instance=head-2")).toBe("node:fs");
});

test("what the kit imports for itself belongs to nobody, unless it is part of an instance", async () => {
  expect(await resolved("./other.js", KIT)).not.toContain("instance");
  expect(await resolved("./other.js", `${KIT}?instance=base-1`)).toContain("other.js?instance=base-1");
});

test("what CommonJS imports belongs to the instance that was asked for last", async () => {
  expect(await resolved("file:///mine/a.cjs?instance=base-1", KIT)).toBe("file:///mine/a.cjs?instance=base-1");
  expect(await resolved("./b.js", "file:///mine/a.cjs")).toBe("file:///mine/b.js?instance=base-1");
  expect(await resolved("file:///mine/a.cjs?instance=head-2", KIT)).toContain("head-2");
  expect(await resolved("./b.js", "file:///mine/a.cjs")).toBe("file:///mine/b.js?instance=head-2");
});
