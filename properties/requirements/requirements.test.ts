import { describe, expect, test } from "vitest";
import type { RequirementSet } from "../../src/contract/requirements.ts";
import type { Rule } from "../../src/contract/rule.ts";
import { KIT } from "../../src/version.ts";
import { allRules } from "../index.ts";
import { freezeRequirements, requirementHash } from "./freeze.ts";
import { requirementSets } from "./index.ts";

const [newest] = requirementSets;
const [first, ...rest] = allRules;
if (first === undefined) throw new Error("There are no rules");

/** In what the rules are not those of a set; a released one stays, and the next version gets one of its own. */
function differences(set: RequirementSet, rules: readonly Rule<never>[]): readonly string[] {
  const now = new Map(freezeRequirements(rules, KIT.version).rules.map((rule) => [rule[0], rule]));
  const then = new Map(set.rules.map((rule) => [rule[0], rule]));
  const found = [...then.values()].flatMap(([id, level, sentence]) => {
    const rule = now.get(id);
    if (rule === undefined) return [`${id} was removed`];
    if (rule[1] !== level) return [`${id} was a ${level} and is a ${rule[1]}`];
    return rule[2] === sentence ? [] : [`the sentence of ${id} is another one`];
  });
  return [...found, ...[...now.keys()].filter((id) => !then.has(id)).map((id) => `${id} was added`)];
}

const HOW =
  `The rules are no longer those of the requirement set ${newest.id}. If ${newest.id} has been released, put the minor ` +
  "version up (package.json, src/version.ts). Then freeze them: npm run requirements:freeze, and list a new set in index.ts.";

test("the newest set is of this version, and holds the rules as they are", () => {
  expect(differences(newest, allRules), HOW).toEqual([]);
  expect(newest, HOW).toEqual(freezeRequirements(allRules, KIT.version));
});

test.each(requirementSets)(
  "every rule of the set $id is still there, and nobody wrote to the set",
  ({ hash, rules }) => {
    const ids = allRules.map(({ id }) => id);
    expect(rules.filter(([id]) => !ids.includes(id))).toEqual([]);
    expect(requirementHash(rules)).toBe(hash);
  },
);

test("the sets have different ids", () => {
  expect(new Set(requirementSets.map(({ id }) => id)).size).toBe(requirementSets.length);
});

describe("a set does not let pass that", () => {
  const other: Rule<never> = { ...first, id: "domain/other" };
  test.each([
    ["a rule is removed", rest, [`${first.id} was removed`]],
    ["a rule is added", [...allRules, other], ["domain/other was added"]],
    ["a level changes", [{ ...first, level: "SHOULD" as const }, ...rest], [`${first.id} was a MUST and is a SHOULD`]],
    [
      "a sentence changes",
      [{ ...first, sentence: "Another." }, ...rest],
      [`the sentence of ${first.id} is another one`],
    ],
  ])("%s", (_what, rules, expected) => {
    expect(differences(newest, rules)).toEqual(expected);
    expect(freezeRequirements(rules, KIT.version).hash).not.toBe(newest.hash);
  });

  test("but how a rule is checked, and the order of the rules, may change", () => {
    const same = [...rest, { ...first, checks: "In another way.", lookAt: "Elsewhere." }];
    expect(freezeRequirements(same, KIT.version).hash).toBe(newest.hash);
  });
});

test("a set is named by the minor version, whatever the patch", () => {
  expect(freezeRequirements(allRules, "0.1.7").id).toBe("0.1");
  expect(freezeRequirements(allRules, "12.3.0-rc.1").id).toBe("12.3");
});
