import { expect, test } from "vitest";
import type { AdapterResult } from "../contract/verdict.ts";
import { renderBadge } from "./badge.ts";
import { conformant, everyVerdict, HOSTILE, reportOf, shownProfile } from "./fixtures/everyVerdict.ts";
import { readXml, type ReadElement } from "./fixtures/readXml.ts";

const badge = (...results: readonly AdapterResult[]): ReadElement =>
  readXml(renderBadge(reportOf(...results), () => shownProfile));

const titleOf = (svg: ReadElement): string | undefined => svg.children.find(({ name }) => name === "title")?.text;

test("it says verdict, profile and requirement set, in letters and to a screen reader", () => {
  const svg = badge(conformant("mine"));
  expect(titleOf(svg)).toBe("domain conformance: conformant · set 0.1");
  expect(svg.attributes).toMatchObject({ role: "img", "aria-label": titleOf(svg) });
  const texts = svg.children.filter(({ name }) => name === "text").map(({ text }) => text);
  expect(texts).toEqual(["domain conformance", "conformant · set 0.1"]);
});

test.each<[AdapterResult["verdict"][], string]>([
  [["conformant", "inconclusive"], "inconclusive (2 executors)"],
  [["inconclusive", "error", "conformant"], "error (3 executors)"],
  [["error", "not conformant"], "not conformant (2 executors)"],
])("of %j the worst counts", (verdicts, message) => {
  const svg = badge(...verdicts.map((verdict, index) => ({ ...conformant(`n${index}`), verdict })));
  expect(titleOf(svg)).toBe(`domain conformance: ${message} · set 0.1`);
});

test("a baselined run is red and says how many failures are known", () => {
  const rules = everyVerdict.rules.filter(({ verdict }) => verdict === "pass" || verdict === "known-failure");
  const svg = badge({ ...everyVerdict, rules, besidesKnown: "conformant" });
  expect(titleOf(svg)).toBe("domain conformance: not conformant (1 known failure) · set 0.1");
  expect(svg.children.find(({ name }) => name === "path")?.attributes["fill"]).toBe("#b42318");
});

test("it loads nothing, and what a stored report says is text", () => {
  const report = { ...reportOf(conformant("mine")), requirementSet: { id: HOSTILE, hash: "" } };
  const text = renderBadge(report, () => shownProfile);
  expect(titleOf(readXml(text))).toContain("</script>");
  expect(text).not.toMatch(/href|url\(|<script|<style/);
});
