import { symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { returning, sound } from "./fixtures/adapters.ts";
import { CommandLine } from "./fixtures/commandLine.ts";

const RULE = "domain/handle-returns-at-once";

/** A name that ends strings, comments and templates. */
const HOSTILE = '*/ "); process.exit(0); `${1}` \u2028';

const require = createRequire(import.meta.url);
const vitest = dirname(require.resolve("vitest/package.json"));
const compiler = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");

/** A module of adapters of that name, the second of which is the one in question. */
function several(adapter: string, name: string): string {
  return `// @ts-nocheck
${adapter.replace("export default", "const adapter =")}
const other = { ...adapter, name: "other" };
export default [other, { ...adapter, name: ${JSON.stringify(name)} }];
`;
}

/** One adapter under the name of the broken one. */
const single = (adapter: string): string => adapter.replace('"sound"', '"returning"');

/** What the pasted TypeScript is compiled with, as strict as it gets. */
const CHECKED =
  `node ${compiler} --noEmit --strict --noUncheckedIndexedAccess --module nodenext --target es2023 --skipLibCheck ` +
  "--allowImportingTsExtensions several.test.ts";

const commandLine = new CommandLine();

afterAll(() => commandLine.remove());

/** What check prints to be pasted. */
async function pastedFrom(module: string, adapter: string): Promise<string> {
  const args = ["check", module, "--adapter", adapter, "--rule", RULE, "--runs", "50", "--exhaustive", "1x1/0"];
  const { out, error } = await commandLine.run(args);
  const [, printed] = out.split("Test to paste\n");
  if (printed === undefined) throw new Error(`no test to paste in:\n${out}${error}`);
  const lines = printed.split("\n");
  return lines.slice(0, lines.indexOf("    });") + 1).join("\n");
}

describe("the test that check prints", () => {
  let whileBroken = "";
  let whenMended = "";
  let types = "";

  beforeAll(async () => {
    symlinkSync(vitest, join(commandLine.folder, "node_modules", "vitest"));
    commandLine.write("package.json", '{ "type": "module" }');
    commandLine.write("one/broken.js", single(returning));
    commandLine.write("several.ts", several(returning, HOSTILE));
    commandLine.write("one.test.js", await pastedFrom("one/broken.js", "returning"));
    commandLine.write("several.test.ts", await pastedFrom("several.ts", HOSTILE));
    const run = `env -u VITEST -u VITEST_WORKER_ID -u VITEST_POOL_ID NO_COLOR=1 node ${vitest}/vitest.mjs run --root .`;
    whileBroken = (await commandLine.shell(`${run} 2>&1`)).out;
    types = (await commandLine.shell(CHECKED)).out;
    commandLine.write("one/broken.js", single(sound));
    commandLine.write("several.ts", several(sound, HOSTILE));
    whenMended = (await commandLine.shell(`${run} 2>&1`)).out;
  });

  it("fails with what was seen, in JavaScript and TypeScript, for one adapter and one of several", () => {
    expect(whileBroken).toMatch(/Tests\s+2 failed \(2\)/);
    expect(whileBroken).toContain(`returning: ${RULE}`);
    expect(whileBroken.match(/\+ +"handle\(c1\) returned a promise; it must return nothing"/g)).toHaveLength(2);
  });

  it("passes once the adapter is mended", () => {
    expect(whenMended).toMatch(/Tests\s+2 passed \(2\)/);
  });

  it("has no type errors", () => {
    expect(types).toBe("");
  });
});
