import { describe, expect, test } from "vitest";
import type { AdapterResult } from "../contract/verdict.ts";
import { conformant, everyVerdict, HOSTILE, reportOf, shownProfile } from "./fixtures/everyVerdict.ts";
import { readXml, type ReadElement } from "./fixtures/readXml.ts";
import { renderJunit } from "./junit.ts";
import { escapeXml } from "./xml.ts";

const read = (...results: readonly AdapterResult[]): ReadElement =>
  readXml(renderJunit(reportOf(...results), () => shownProfile));

const named = (parent: ReadElement | undefined, name: string): readonly ReadElement[] =>
  parent?.children.filter((child) => child.name === name) ?? [];

/** The name of each case with what stands in it. */
function cases(suite: ReadElement | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(
    named(suite, "testcase").map(({ attributes, children }) => [
      attributes["name"],
      children.map(({ name }) => name).join(),
    ]),
  );
}

test("each verdict is green, red or skipped as the exit code has it", () => {
  expect(cases(read(everyVerdict).children[0])).toEqual({
    "domain/green": "",
    "domain/must": "failure",
    "domain/should": "system-out",
    "acme/own": "failure",
    "domain/optional": "skipped",
    "domain/never": "error",
    "domain/cut": "error",
    "domain/known": "skipped",
    "domain/error": "error",
    "the campaign is conclusive": "error",
  });
  expect(cases(read({ ...everyVerdict, strict: true }).children[0])).toMatchObject({ "domain/should": "failure" });
});

test("a rule that is not in the requirement set never is red", () => {
  const rules = everyVerdict.rules.map((rule) => ({ ...rule, notRequired: true as const }));
  expect(cases(read({ ...everyVerdict, rules }).children[0])).toMatchObject({
    "domain/must": "system-out",
    "domain/never": "skipped",
    "domain/cut": "skipped",
  });
});

test("names are the rule's and the executor's, and the properties say what was run", () => {
  const [suite] = read(everyVerdict).children;
  expect(suite?.attributes["name"]).toBe("mine");
  for (const { attributes } of named(suite, "testcase")) expect(attributes["classname"]).toBe("mine");
  const properties = named(named(suite, "properties")[0], "property").map(({ attributes }) => attributes);
  expect(Object.fromEntries(properties.map(({ name, value }) => [name, value]))).toEqual({
    kit: "executor-conformance 0.1.0",
    requirementSet: "0.1 (0123456789abcdef)",
    adapter: "mine 1.2.3",
    profile: "domain",
    capabilities: "turns",
    verdict: "not conformant",
    seed: "7",
    runs: "101",
    search:
      "every scenario up to 1 command, 1 of halts and rearms and 0 tight gaps, 1 interleaving; 100 random runs, seed 7",
  });
});

test("counts are those of what stands inside, and the whole has their sums", () => {
  const root = read(everyVerdict, conformant("other"));
  const counted = (element: ReadElement): Readonly<Record<string, string | undefined>> => {
    const { tests, failures, errors, skipped, time } = element.attributes;
    return { tests, failures, errors, skipped, time };
  };
  expect(root.children.map(counted)).toEqual([
    { tests: "10", failures: "2", errors: "4", skipped: "2", time: "1.234" },
    { tests: "3", failures: "0", errors: "0", skipped: "1", time: "1.234" },
  ]);
  expect(counted(root)).toEqual({ tests: "13", failures: "2", errors: "4", skipped: "3", time: "2.468" });
});

test("a failure has its message and the diagram; what is skipped or not known has its reason", () => {
  const [suite] = read(everyVerdict).children;
  const inside = (name: string): ReadElement | undefined =>
    named(suite, "testcase").find(({ attributes }) => attributes["name"] === name)?.children[0];
  expect(inside("domain/must")?.attributes).toEqual({ message: "emitted too late", type: "MUST" });
  expect(inside("domain/must")?.text).toContain("The sentence of domain/must.");
  expect(inside("domain/must")?.text).toMatch(/✗ +2 +│<─+┤ +emitted too late/);
  expect(inside("domain/optional")?.attributes["message"]).toBe("not applicable: the adapter does not declare budget");
  expect(inside("domain/known")?.attributes["message"]).toBe("known failure: an old bug");
  expect(inside("domain/cut")?.text).toBe("domain/cut had not been exercised when the budget ended");
  expect(inside("the campaign is conclusive")?.text).toBe("in 3 runs the executor acted after the end of the run");
});

describe("a run without a verdict is red, whatever its rules say", () => {
  test.each(["inconclusive", "error"] as const)("%s", (verdict) => {
    const [suite] = read({ ...conformant("mine"), verdict }).children;
    expect(suite?.attributes["errors"]).toBe("1");
    expect(cases(suite)["the campaign is conclusive"]).toBe("error");
  });
});

test("hostile names and messages stay inside the document and can be read", () => {
  const hostile = { ...everyVerdict, adapter: { ...everyVerdict.adapter, name: HOSTILE } };
  const [suite] = read(hostile).children;
  expect(suite?.attributes["name"]).toContain(`</script>]]> & "'<b>\\u{0}\\u{1b}[31m`);
  const own = named(suite, "testcase").find(({ attributes }) => attributes["name"] === "acme/own");
  expect(own?.children[0]?.attributes["message"]).toContain("\\r\\n::error::%0A 工具");
});

test("escaping leaves nothing that XML does not allow", () => {
  expect(escapeXml("a\u0000b\ufffe\ud800\u{10ffff}\r")).toBe("a\\u{0}b\\u{fffe}\\u{d800}\u{10ffff}\\u{d}");
});

test.each([
  "",
  '<?xml version="1.0" encoding="UTF-8"?><a>',
  '<?xml version="1.0" encoding="UTF-8"?><a b="<"/>',
  '<?xml version="1.0" encoding="UTF-8"?><a>&nbsp;</a>',
  '<?xml version="1.0" encoding="UTF-8"?><a></b>',
  '<?xml version="1.0" encoding="UTF-8"?><a x="1" x="2"/>',
  '<?xml version="1.0" encoding="UTF-8"?><a/><b/>',
  '<?xml version="1.0" encoding="UTF-8"?><a>\u0001</a>',
])("the reader of these tests refuses %j", (document) => {
  expect(() => readXml(document)).toThrow();
});
