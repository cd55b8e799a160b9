import { expect, test } from "vitest";
import { parseComparison } from "./comparisonFile.ts";
import { comparison, HOSTILE } from "./fixtures/comparison.ts";
import { renderComparisonHtml } from "./html/page.ts";
import { LEGEND, timesFloor } from "./legend.ts";
import { logScale } from "./html/scale.ts";
import { duration, rate } from "./numbers.ts";
import { renderBenchmark, renderLegend } from "./table.ts";

const [benchmark] = comparison.benchmarks;
if (benchmark === undefined) throw new Error("no benchmark");

test("a comparison is read as it was written", () => {
  expect(parseComparison(JSON.stringify(comparison), "bench.json")).toEqual(comparison);
});

test.each([
  ["{", "text that is not JSON"],
  [JSON.stringify({ ...comparison, schemaVersion: 2 }), "at schemaVersion"],
  [JSON.stringify({ ...comparison, benchmarks: [] }), "at benchmarks"],
])("what is no comparison is refused by name", (text, why) => {
  expect(() => parseComparison(text, "bench.json")).toThrow("Expected a comparison of benchmarks in bench.json");
  expect(() => parseComparison(text, "bench.json")).toThrow(why);
});

test("the table has every figure, every doubt and everybody who was not measured", () => {
  const text = renderBenchmark(benchmark, { width: 80 }).join("\n");
  for (const part of [
    "1 command in flight",
    "1.50 (1.40-1.60)",
    "! tinybench: zero-dominated timer",
    "error: the tool of",
    "not measured: 500 of 1000 took more than 20 seconds",
    "not measured: it does not declare offLane",
    "0.02   at most 0.03, from 1 to 100",
  ]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain("\u001b");
});

test("a ratio whose rounds disagree is not told", () => {
  expect(timesFloor({ median: 1.5, min: 1, max: 2 })).toBe("1.50 (1.00-2.00)");
  expect(timesFloor({ median: 1.5, min: 1, max: 2.01 })).toBe("noisy (1.00-2.01)");
});

test("the columns are explained once, in the same words on a terminal and on the page", () => {
  const lines = renderLegend({ width: 80 });
  expect(lines.length).toBeLessThanOrEqual(3);
  expect(lines.join(" ")).toBe(LEGEND);
  expect(renderComparisonHtml(comparison)).toContain(LEGEND);
});

test("the page shows names as text, needs nothing from elsewhere, and runs no script", () => {
  const page = renderComparisonHtml(comparison);
  expect(page).not.toContain(HOSTILE);
  expect(page).not.toMatch(/<script/);
  expect(page).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;\\u{1b}[2J");
  expect(page).toContain("default-src 'none'");
  expect(page.match(/https?:/g)).toBeNull();
});

test("the page draws growth and distributions", () => {
  const page = renderComparisonHtml(comparison);
  expect(page.match(/class="plot"/g)).toHaveLength(3);
  expect(page).not.toContain("NaN");
  expect(page).not.toContain("Infinity");
});

test("a logarithmic scale has room for its values, and ticks between them", () => {
  const { at, ticks } = logScale([1, 1000], 0, 300);
  expect([1, 10, 100, 1000].map((value) => Math.round(at(value)))).toEqual([0, 100, 200, 300]);
  expect(ticks).toEqual([1, 10, 100, 1000]);
});

test("a logarithmic scale of one value has it in the middle", () => {
  expect(Math.round(logScale([42], 0, 100).at(42))).toBe(50);
});

test.each([
  [0.4, "0.40 ns"],
  [145.2, "145 ns"],
  [1070, "1.07 us"],
  [25_400_000, "25.4 ms"],
  [3.2e9, "3.20 s"],
])("%d ns read as %s", (ns, text) => {
  expect(duration(ns)).toBe(text);
});

test.each([
  [6_900_000, "6.9 M"],
  [812_300, "812 k"],
  [99.4, "99"],
])("%d operations a second read as %s", (perSecond, text) => {
  expect(rate(perSecond)).toBe(text);
});
