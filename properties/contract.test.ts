import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contractDocument } from "./document.ts";
import { allRules } from "./index.ts";

/** Ids, levels and capabilities are public: this list changes by hand, with a line in the changelog. */
const published = JSON.parse(readFileSync(new URL("rules.json", import.meta.url), "utf8")) as unknown;

test("ids, levels and capabilities are those that were published", () => {
  expect(allRules.map(({ id, level, capabilities }) => ({ id, level, capabilities: capabilities ?? [] }))).toEqual(
    published,
  );
});

test("CONTRACT.md is what the rules say", async () => {
  await expect(contractDocument(allRules)).toMatchFileSnapshot("CONTRACT.md");
});

describe.each(allRules)("$id", ({ id, profile, sentence, checks, silentWhen, lookAt }) => {
  test("is documented: its sentence, how it is checked, where to look", () => {
    expect(id.startsWith(`${profile}/`)).toBe(true);
    for (const text of [sentence, checks, lookAt, silentWhen ?? "absent."])
      expect(text).toMatch(/^[^\n]{10,}[.!)]$|^absent\.$/);
  });
});

test("no id is used twice", () => {
  expect(new Set(allRules.map(({ id }) => id)).size).toBe(allRules.length);
});
