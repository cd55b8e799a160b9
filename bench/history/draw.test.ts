import { expect, test } from "vitest";
import { drawHistory } from "./draw.ts";
import { figure, run, runsOf } from "./fixtures/runs.ts";

const placesOf = (markup: string): readonly (readonly [number, number])[] =>
  (/\sd="M([^"]*)"/.exec(markup)?.[1] ?? "")
    .split("L")
    .map((place) => place.split(" ").map(Number) as [number, number]);

test("nothing is drawn of a history without two runs of anything", () => {
  expect(drawHistory([]).text).toBe("");
  expect(drawHistory([run([figure(1)]), run([figure(1, { size: 1 })])]).text).toBe("");
});

test("ratios are drawn from left to right, and a greater one higher", () => {
  const places = placesOf(drawHistory(runsOf([1, 3, 2])).text);
  expect(places).toHaveLength(3);
  expect(places[0]![0]).toBeLessThan(places[1]![0]);
  expect(places[1]![0]).toBeLessThan(places[2]![0]);
  expect(places[1]![1]).toBeLessThan(places[2]![1]);
  expect(places[2]![1]).toBeLessThan(places[0]![1]);
  expect(places.flat().every((value) => value >= 0 && value <= 220)).toBe(true);
});

test("noise is not drawn large", () => {
  const heights = placesOf(drawHistory(runsOf([1, 1.01, 0.99])).text).map(([, y]) => y);
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(4);
});

test("each series has a row, and one that drifts says so", () => {
  const ratios = Array.from({ length: 20 }, (_, index) => 1 + index / 20);
  const text = drawHistory([
    ...runsOf(ratios),
    run([figure(1, { adapter: "<yours>" })]),
    run([figure(1, { adapter: "<yours>" })]),
  ]).text;
  expect(text.match(/<svg/g)).toHaveLength(2);
  expect(text.match(/\(drifts\)/g)).toHaveLength(1);
  expect(text).toContain("&lt;yours&gt;");
  expect(text).not.toContain("<yours>");
});
