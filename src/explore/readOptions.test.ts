import { expect, test } from "vitest";
import referenceDomain from "../../adapters/reference/domain.ts";
import type { Scenario } from "../contract/scenario.ts";
import { assertCampaignOptions } from "./readOptions.ts";
import { replay } from "./replay.ts";

test.each([
  [{ runs: -1 }, /^Expected a whole number, 0 or more as the option "runs" of a campaign, got -1$/],
  [{ runs: Number.NaN }, /"runs" .* got NaN/],
  [{ runs: "10" }, /"runs" .* got "10"/],
  [{ seed: 1.5 }, /Expected a whole number as the option "seed" .* got 1\.5/],
  [{ stepsMax: 0 }, /1 or more as the option "stepsMax" .* got 0/],
  [{ timeBudgetMs: Number.NaN }, /milliseconds, 0 or more .* got NaN/],
  [{ rules: "domain/handle-never-throws" }, /an array of rule ids .* got "domain/],
  [{ corpus: {} }, /an array of scenarios .* got an object/],
  [{ corpus: [{ profile: "domain", setup: {} }] }, /an array of scenarios .* got an array/],
  [{ scope: 5 }, /\{ subjects, controls, tightGaps \} .* got 5/],
  [{ scope: { subjects: 1, controls: -1, tightGaps: 0 } }, /\{ subjects, controls, tightGaps \}/],
  [{ drain: "fast" }, /"synchronous" or "portable" as the option "drain" .* got "fast"/],
  [{ onProgress: 5 }, /a function as the option "onProgress" .* got 5/],
  [{ onFailure: {} }, /a function as the option "onFailure"/],
  [{ replayCommand: "replay" }, /a function as the option "replayCommand"/],
  [{ shard: { index: 3, count: 2 } }, /an index from 1 to count .* got an object/],
  [{ requirements: "2026" }, /a requirement set, with its rules .* got "2026"/],
  [
    { corpus: [{ profile: "lane", setup: {}, steps: [] }] },
    /^Expected a corpus of the profile domain, got a scenario of lane$/,
  ],
  [null, /Expected an object as the options of a campaign, got null/],
  ["quick", /Expected an object as the options of a campaign, got "quick"/],
])("%j is refused in one sentence", (options, message) => {
  expect(() => assertCampaignOptions(options as object, "domain")).toThrow(message);
});

test("what is sound passes, absent options included", () => {
  const shard = { index: 2, count: 2 };
  expect(() => assertCampaignOptions({ runs: 0, seed: -7, scope: false, rules: [], shard }, "domain")).not.toThrow();
  expect(() => assertCampaignOptions({}, "domain")).not.toThrow();
});

test.each([undefined, null, {}, { profile: "domain" }, { profile: "domain", setup: null, steps: [] }])(
  "%j is no scenario to replay",
  async (scenario) => {
    await expect(replay(referenceDomain, scenario as Scenario)).rejects.toThrow(/^Expected a scenario to replay/);
  },
);
