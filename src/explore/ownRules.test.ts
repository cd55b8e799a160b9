import { expect, test } from "vitest";
import referenceDomain from "../../adapters/reference/domain.ts";
import { defineRule, type Rule } from "../contract/rule.ts";
import type { Trace } from "../contract/trace.ts";
import { campaign } from "./campaign.ts";
import { judge } from "./judgeTrace.ts";
import { replay } from "./replay.ts";

const sound = defineRule({
  id: "acme/something-happens",
  profile: "domain",
  level: "SHOULD",
  sentence: "Something happens.",
  checks: "Nothing.",
  lookAt: "Nowhere.",
  check: (_, { exercised }) => exercised(),
});

const scenario = { profile: "domain", setup: {}, steps: [{ op: "handle", command: "c1" }] } as const;

const { trace } = await replay(referenceDomain, scenario);

test.each([
  ["none", 5, /^Expected an array of rules as "extraRules", got 5$/],
  ["an empty object", [{}], /^Expected a rule id like "acme\/short-name", got nothing: make .* with defineRule$/],
  ["no rule", [null], /^Expected a rule id like .* got nothing/],
  [
    "one without a check",
    [{ ...sound, check: 5 }],
    /^Expected a function "check" in the rule acme\/something-happens, got 5/,
  ],
  ["one of no level", [{ ...sound, level: "MAY" }], /^Expected "MUST" or "SHOULD" as "level" .* got "MAY"/],
  ["one without a sentence", [{ ...sound, sentence: undefined }], /^Expected a text in "sentence" of the rule acme/],
  ["one of another profile", [{ ...sound, profile: "lane" }], /^Expected rules of the profile domain .* of lane$/],
  ["one twice", [sound, sound], /two called acme\/something-happens: rename/],
  [
    "one called like ours",
    [{ ...sound, id: "domain/one-release-per-halt" }],
    /two called domain\/one-release-per-halt/,
  ],
])("a rule of one's own that is %s is refused wherever it enters", async (_, value, message) => {
  const extraRules = value as readonly Rule<never>[];
  await expect(campaign(referenceDomain, { runs: 1, scope: false, extraRules })).rejects.toThrow(message);
  await expect(replay(referenceDomain, scenario, { extraRules })).rejects.toThrow(message);
  expect(() => judge(trace, extraRules)).toThrow(message);
});

test("a sound one is judged by each of them", async () => {
  const extraRules = [sound];
  const { result } = await campaign(referenceDomain, { runs: 1, scope: false, rules: [sound.id], extraRules });
  expect(result.rules).toMatchObject([{ id: sound.id, verdict: "pass" }]);
  expect((await replay(referenceDomain, scenario, { extraRules })).exercised).toContain(sound.id);
  expect(judge(trace, extraRules).find(({ rule }) => rule.id === sound.id)?.exercised).toBe(1);
});

test.each([undefined, null, {}, { profile: "domain" }, { profile: "domain", capabilities: [] }])(
  "%j is no trace to judge",
  (value) => {
    expect(() => judge(value as unknown as Trace)).toThrow(/^Expected a trace to judge/);
  },
);
