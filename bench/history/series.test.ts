import { expect, test } from "vitest";
import { figure, run } from "./fixtures/runs.ts";
import { seriesOf } from "./series.ts";

test("runs are put in line by benchmark, size and executor", () => {
  const runs = [
    run([figure(1), figure(2, { size: 1 }), figure(3, { adapter: "yours" })]),
    run([figure(1.1), figure(4, { benchmark: "domain/rearm" })]),
  ];
  expect(
    seriesOf(runs).map(({ benchmark, size, adapter, points }) => [
      benchmark,
      size,
      adapter,
      ...points.map(({ ratio }) => ratio),
    ]),
  ).toEqual([
    ["domain/handle-to-start", 100, "mine", 1, 1.1],
    ["domain/handle-to-start", 1, "mine", 2],
    ["domain/handle-to-start", 100, "yours", 3],
    ["domain/rearm", 100, "mine", 4],
  ]);
});

test.each([
  ["another processor", { node: "v20.19.0", cpu: "Slow CPU", cores: 4 }, 2],
  ["other cores", { node: "v20.19.0", cpu: "Fast CPU", cores: 1 }, 2],
  ["another major version of Node", { node: "v22.1.0", cpu: "Fast CPU", cores: 4 }, 2],
  ["another minor version of Node", { node: "v20.20.2", cpu: "Fast CPU", cores: 4 }, 1],
])("%s makes a machine of its own or not", (_, machine, count) => {
  expect(seriesOf([run([figure(1)]), run([figure(1)], { machine })])).toHaveLength(count);
});

test("a point has what it was measured on", () => {
  const point = { date: "2026-01-02T03:04:05.678Z", ns: 80, floorNs: 80, ratio: 1 };
  const runs = [run([figure(1)]), run([figure(1)], { commit: "0123abc" })];
  expect(seriesOf(runs)[0]?.points).toEqual([point, { ...point, commit: "0123abc" }]);
});
