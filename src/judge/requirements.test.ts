import { expect, test } from "vitest";
import { domainRules } from "../../properties/domain/index.ts";
import { requirementSet } from "./requirements.ts";

const [first, ...rest] = domainRules;
if (first === undefined) throw new Error("The profile has no rules");

test("the set is named by the minor version, whatever the patch", () => {
  expect(requirementSet(domainRules, "0.1.7").id).toBe("0.1");
  expect(requirementSet(domainRules, "12.3.0-rc.1").id).toBe("12.3");
});

test("the digest changes with an id, a level or a sentence, and with nothing else", () => {
  const { hash } = requirementSet(domainRules, "0.1.0");
  const hashWith = (change: Partial<typeof first>): string =>
    requirementSet([{ ...first, ...change }, ...rest], "0.1.0").hash;
  expect(hashWith({ id: "domain/other" })).not.toBe(hash);
  expect(hashWith({ level: first.level === "MUST" ? "SHOULD" : "MUST" })).not.toBe(hash);
  expect(hashWith({ sentence: "Something else." })).not.toBe(hash);
  expect(hashWith({ checks: "In another way.", lookAt: "Elsewhere." })).toBe(hash);
  expect(requirementSet([...rest, first], "0.1.0").hash).toBe(hash);
  expect(requirementSet(rest, "0.1.0").hash).not.toBe(hash);
});
