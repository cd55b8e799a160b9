import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Progress } from "../explore/campaign.ts";
import { realTimers } from "../run/realTimers.ts";
import { describeProgress, ProgressLine } from "./progressLine.ts";

const progress: Progress = { phase: "random", runs: 12_000, rulesSeen: 40, rulesApplicable: 42, rulesBroken: 0 };

test.each([
  [progress, 500, "random: 12,000 runs, 24,000/s, 40 of 42 rules seen (mine)"],
  [{ ...progress, rulesBroken: 2 }, 500, "random: 12,000 runs, 24,000/s, 40 of 42 rules seen, 2 broken (mine)"],
  [{ ...progress, runs: 1 }, 0, "random: 1 run, 0/s, 40 of 42 rules seen (mine)"],
])("%j after %i ms reads %j", (now, elapsedMs, line) => {
  expect(describeProgress(now, "mine", elapsedMs)).toBe(line);
});

describe("the line", () => {
  let now: number;
  let written: string[];
  const line = (isWatched: boolean): ProgressLine =>
    new ProgressLine({ isWatched, width: 60, writeStatus: (text) => written.push(text) }, "mine \u001b[2J");

  beforeEach(() => {
    now = 1000;
    written = [];
    vi.spyOn(realTimers, "performanceNow").mockImplementation(() => now);
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  test("is written over itself, not too often, and wiped at the end", () => {
    const shown = line(true);
    shown.show(progress);
    now += 10;
    shown.show(progress);
    now += 100;
    shown.show(progress);
    shown.clear();
    expect(written).toHaveLength(3);
    expect(written.every((text) => text.startsWith("\r") && !text.includes("\u001b"))).toBe(true);
    expect(written.map((text) => text.replaceAll("\r", "").length)).toEqual([59, 59, 59]);
    expect(written.at(-1)?.trim()).toBe("");
  });

  test("is silent where nobody watches, and leaves nothing to wipe where nothing was shown", () => {
    line(false).show(progress);
    line(false).clear();
    line(true).clear();
    expect(written).toEqual([]);
  });
});
