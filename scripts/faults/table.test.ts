import { describe, expect, it } from "vitest";
import { isFound, type FaultFigures, type Limits } from "./measure.ts";
import { contenderTable, faultLine } from "./table.ts";

const limits: Limits = {
  seeds: 3,
  runsMax: 50_000,
  contenders: ["portfolio", "pct"],
  contenderSeeds: 3,
  contenderRunsMax: 100,
};

/** As no schedule of the small scope shows it. */
const random: FaultFigures = {
  profile: "lane",
  fault: "newest-first",
  inScope: null,
  bySeed: [4, 2, 9],
  byContender: [
    { contender: "portfolio", runs: [4, 2, 9] },
    { contender: "pct", runs: [null, 7, null] },
  ],
};
const inScope: FaultFigures = {
  profile: "lane",
  fault: "error-wrapped",
  inScope: { rule: "lane/failed-batch-contained", runs: 12 },
  byContender: [
    { contender: "portfolio", runs: [1, 1, 1] },
    { contender: "pct", runs: [null, null, null] },
  ],
};

describe("a fault is found with certainty", () => {
  it.each([
    { name: "by a schedule of the small scope", figures: inScope, certain: true },
    { name: "by every seed", figures: random, certain: true },
    { name: "but not when a seed misses it", figures: { ...random, bySeed: [4, null, 9] }, certain: false },
  ])("$name", ({ figures, certain }) => {
    expect(isFound(figures)).toBe(certain);
    expect(faultLine(figures).startsWith(certain ? "found " : "missed ")).toBe(true);
  });
});

describe("the line of a fault", () => {
  it("names the schedule of the small scope", () => {
    expect(faultLine(inScope)).toContain("small scope, schedule 12");
  });

  it("counts the seeds, and has no median where too few found it", () => {
    const line = faultLine({ ...random, bySeed: [4, null, 9] });
    expect(line).toContain("2 of 3, median 9, most 9");
    expect(line).toContain("portfolio 4, pct -");
  });
});

it("the table of the strategies counts what none and what only some seeds find", () => {
  const rows = contenderTable([random, inScope], limits).map((line) => line.trim().split(/ {2,}/));
  expect(rows).toEqual([
    ["strategy", "always", "at times", "never", "median", "slowest", "geometric mean"],
    ["portfolio", "2", "0", "0", "2.5", "4", "2.0"],
    ["pct", "0", "1", "1", "100", "100", "64.2"],
  ]);
});
