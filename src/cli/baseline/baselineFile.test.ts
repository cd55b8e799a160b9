import { expect, test } from "vitest";
import { allRules } from "../../../properties/index.ts";
import { UnreadableFileError } from "../../contract/storedFile.ts";
import { parseBaseline } from "./baselineFile.ts";

const BROKEN = "domain/handle-returns-at-once";

const entry = (rule: string, change: object = {}) => ({ rule, reason: "is being mended", link: "#1", ...change });

const baselineOf = (...failures: object[]) => ({ schemaVersion: 1, executors: [{ name: "sound", failures }] });

test("a baseline is read as it is written, and lists may be left out", () => {
  const flaky = entry("domain/nothing-escapes", { rateMax: 0.1, expires: "2027-01-31" });
  const executors = [
    { name: "a", failures: [entry(BROKEN)] },
    { name: "b", flaky: [flaky] },
  ];
  expect(parseBaseline(JSON.stringify({ $schema: "s", schemaVersion: 1, executors }), "known.json", allRules)).toEqual({
    $schema: "s",
    schemaVersion: 1,
    executors: [
      { name: "a", failures: [entry(BROKEN)], flaky: [] },
      { name: "b", failures: [], flaky: [flaky] },
    ],
  });
});

test.each([
  ["no JSON", "{", /^Expected a baseline in known\.json, got text that is not JSON/],
  ["another version", { schemaVersion: 2, executors: [] }, /at schemaVersion/],
  [
    "a typo in a key",
    baselineOf({ rule: BROKEN, reson: "r", link: "l" }),
    /got something else: the unknown key "reson" \(did you mean "reason"\?\) at executors\.0\.failures\.0/,
  ],
  [
    "a key nobody knows",
    { ...baselineOf(), colour: "red" },
    /the unknown key "colour" \(there are \$schema, schemaVersion, executors\)/,
  ],
  ["no reason", baselineOf({ rule: BROKEN, link: "l" }), /at executors\.0\.failures\.0\.reason/],
  [
    "an empty reason",
    baselineOf(entry(BROKEN, { reason: " " })),
    /expected a text, got an empty one at executors\.0\.failures\.0\.reason/,
  ],
  [
    "a day that there is not",
    baselineOf(entry(BROKEN, { expires: "2026-02-30" })),
    /expected a date as in 2026-11-30 at executors\.0\.failures\.0\.expires/,
  ],
  [
    "a rate that is none",
    { schemaVersion: 1, executors: [{ name: "sound", flaky: [entry(BROKEN, { rateMax: 1 })] }] },
    /expected a share below 1: what fails every time belongs in failures at executors\.0\.flaky\.0\.rateMax/,
  ],
  [
    "an unknown rule",
    baselineOf(entry("domain/handle-returns-at-onse")),
    /the unknown rule "domain\/handle-returns-at-onse" of the executor "sound": did you mean domain\/handle-returns-at-once\?/,
  ],
  ["a rule twice", baselineOf(entry(BROKEN), entry(BROKEN)), /two entries for domain\/handle-returns-at-once/],
  [
    "a rule that fails and is flaky",
    {
      schemaVersion: 1,
      executors: [{ name: "sound", failures: [entry(BROKEN)], flaky: [entry(BROKEN, { rateMax: 0.5 })] }],
    },
    /keep one, in failures or in flaky/,
  ],
  [
    "an executor twice",
    { schemaVersion: 1, executors: [{ name: "sound" }, { name: "sound" }] },
    /the executor "sound" twice/,
  ],
])("a file is refused for %s", (_what, baseline, message) => {
  const text = typeof baseline === "string" ? baseline : JSON.stringify(baseline);
  const read = (): unknown => parseBaseline(text, "known.json", allRules);
  expect(read).toThrow(UnreadableFileError);
  expect(read).toThrow(message);
});
