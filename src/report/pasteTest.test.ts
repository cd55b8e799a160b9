import { describe, expect, it } from "vitest";
import { renderPasteTest } from "./pasteTest.ts";

const rule = { id: "domain/one-release-per-halt" };

const scenario = {
  profile: "domain",
  setup: { budgetMs: 50 },
  steps: [
    { op: "inside", callback: "emit", call: { op: "halt", halt: "h1" } },
    { op: "handle", command: "c1", gap: "turn" },
    { op: "halt", halt: "h1" },
  ],
} as const;

describe("a test to paste", () => {
  it("imports the adapter as check was given it, and lists the steps one by one", () => {
    const adapter = { name: "my-domain", module: "./src/domain.ts" };
    expect(`\n${renderPasteTest(rule, { scenario }, adapter).join("\n")}\n`).toMatchInlineSnapshot(`
      "
      // my-domain-domain-one-release-per-halt.test.ts
      import { replay } from "executor-conformance";
      import { expect, test } from "vitest";
      import adapters from "./src/domain.ts";

      test("my-domain: domain/one-release-per-halt", async () => {
        const adapter = [adapters].flat().find(({ name }) => name === "my-domain");
        if (adapter === undefined) throw new Error("The module has no adapter my-domain");
        const scenario = {
          profile: "domain",
          setup: { budgetMs: 50 },
          steps: [
            { op: "inside", callback: "emit", call: { op: "halt", halt: "h1" } },
            { op: "handle", command: "c1", gap: "turn" },
            { op: "halt", halt: "h1" },
          ],
        } as const;
        const { broken } = await replay(adapter, scenario);
        const violations = broken.flatMap(({ rule, violations }) => (rule.id === "domain/one-release-per-halt" ? violations : []));
        expect(violations.map(({ message }) => message)).toEqual([]);
      });
      "
    `);
  });

  it("is JavaScript where the module is", () => {
    const adapter = { name: "my-domain", module: "../domain.js" };
    const text = renderPasteTest(rule, { scenario }, adapter).join("\n");
    expect(text).toContain('import adapters from "../domain.js";');
    expect(text).not.toContain("as const");
    expect(text).toMatch(/^\/\/ my-domain-domain-one-release-per-halt\.test\.js\n/);
  });

  it("writes what comes from outside as literals that break out of nothing", () => {
    const name = '"); process.exit(0); //\n\u2028*/ \u202e${1}`';
    const odd = { op: "handle", command: name, ["__proto__"]: name, "a b": [name, null, 1, true] };
    const text = renderPasteTest(
      { id: `acme/${name}` },
      { scenario: { profile: "domain", setup: {}, steps: [odd] } },
      { name, module: `./${name}.js` },
    );
    for (const line of text) expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(text[0]).toBe("// process-exit-0-1-acme-process-exit-0-1.test.js");
    const steps = text.slice(text.indexOf("    steps: [") + 1, text.indexOf("    ],")).join("");
    // oxlint-disable-next-line typescript/no-implied-eval -- that what is written is read as it was is what is shown
    expect(new Function(`return [${steps}]`)()).toEqual([odd]);
  });
});
