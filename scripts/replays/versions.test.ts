import { describe, expect, it } from "vitest";
import type { Replayed } from "./hashes.ts";
import { compareReplayed } from "./versions.ts";

const here: Replayed = {
  profile: "lane",
  fault: "newest-first",
  rule: "lane/arrival-order",
  scenario: "{}",
  steps: 3,
  hash: "0123456789abcdef",
  replays: 10,
  same: 10,
};

describe("a counterexample under another version of Node", () => {
  it.each([
    { name: "the same scenario and hash", other: {}, comparison: "same" },
    { name: "another hash", other: { hash: "fedcba9876543210" }, comparison: "other hash" },
    { name: "a hash that changes from replay to replay", other: { same: 9 }, comparison: "other hash" },
    { name: "another scenario", other: { scenario: "[]" }, comparison: "other scenario" },
    { name: "none of that fault", other: { fault: "resuming-first" }, comparison: "absent" },
    { name: "none of that profile", other: { profile: "domain" }, comparison: "absent" },
  ])("$name: $comparison", ({ other, comparison }) => {
    expect(compareReplayed(here, [{ ...here, ...other }])).toBe(comparison);
  });
});
