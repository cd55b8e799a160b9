import type { Scenario } from "../contract/scenario.ts";
import type { Counterexample } from "../contract/verdict.ts";
import { visible } from "./text.ts";

/** Where a test that is pasted gets its adapter from. */
export interface PastedAdapter {
  readonly name: string;
  /** What the test imports, as in "./adapters/lane.ts". */
  readonly module: string;
}

/**
 * A vitest test that stands alone: it runs the smallest scenario against the adapter, and fails with what was seen for as
 * long as the rule is broken there.
 *
 * Whatever comes from outside is written as a literal with everything escaped that cannot be seen.
 *
 * @returns lines of TypeScript or JavaScript, as the adapter's module is, beginning with a comment that suggests a file name.
 */
export function renderPasteTest(
  rule: { readonly id: string },
  { scenario }: Pick<Counterexample, "scenario">,
  adapter: PastedAdapter,
): readonly string[] {
  const { name, module } = adapter;
  const isTypeScript = /\.[cm]?ts$/.test(module);
  return [
    `// ${slug(`${name}-${rule.id}`)}.test.${isTypeScript ? "ts" : "js"}`,
    `import { replay } from "executor-conformance";`,
    `import { expect, test } from "vitest";`,
    `import adapters from ${literal(module)};`,
    "",
    `test(${literal(`${name}: ${rule.id}`)}, async () => {`,
    ...pickAdapter(name),
    ...writeScenario(scenario, isTypeScript),
    "  const { broken } = await replay(adapter, scenario);",
    `  const violations = broken.flatMap(({ rule, violations }) => (rule.id === ${literal(rule.id)} ? violations : []));`,
    "  expect(violations.map(({ message }) => message)).toEqual([]);",
    "});",
  ];
}

/** Whether the module has one adapter or an array of them. */
function pickAdapter(name: string): readonly string[] {
  const missing = `The module has no adapter ${name}`;
  return [
    `  const adapter = [adapters].flat().find(({ name }) => name === ${literal(name)});`,
    `  if (adapter === undefined) throw new Error(${literal(missing)});`,
  ];
}

/** One step a line, so that steps can be taken out and put in. */
function writeScenario({ profile, setup, steps }: Scenario, isTypeScript: boolean): readonly string[] {
  return [
    "  const scenario = {",
    `    profile: ${literal(profile)},`,
    `    setup: ${literal(setup)},`,
    "    steps: [",
    ...steps.map((step) => `      ${literal(step)},`),
    "    ],",
    `  }${isTypeScript ? " as const" : ""};`,
  ];
}

/** A JSON value as an expression. */
function literal(value: unknown): string {
  if (typeof value !== "object" || value === null) return visible(JSON.stringify(value));
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return fields.length === 0
    ? "{}"
    : `{ ${fields.map(([key, field]) => `${keyOf(key)}: ${literal(field)}`).join(", ")} }`;
}

/** A computed key is a field even where its name has a meaning of its own. */
function keyOf(key: string): string {
  return /^[a-z]\w*$/i.test(key) ? key : `[${literal(key)}]`;
}

/** A part of a file name. */
function slug(text: string): string {
  return text.replaceAll(/[^\w]+/g, "-").replaceAll(/^-+|-+$/g, "");
}
