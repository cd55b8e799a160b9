import { describe, expect, it } from "vitest";
import reference from "../../adapters/reference/lane.ts";
import variants from "../../adapters/variants/lane/index.ts";
import { judgeRuns, randomScenarios } from "../fixtures/runs.ts";

const RUNS = { synchronous: 2000, portable: 250 } as const;

/** A lane whose interval never rests is never without a pending timer. */
const NOT_EXERCISED: Readonly<Record<string, readonly string[]>> = {
  "never-stops-polling": ["lane/work-conserving", "lane/off-lane-frees-permit"],
};

describe.each(["synchronous", "portable"] as const)("correct lanes, drain %s", (drain) => {
  it.each([reference, ...variants])("$name breaks no rule", async (adapter) => {
    const seed = drain === "synchronous" ? 1 : 2;
    const tally = await judgeRuns(adapter, randomScenarios(adapter, seed), { runsMax: RUNS[drain], drain });
    const broken = [...tally.broken].map(([id, { message, scenario }]) => ({ id, message, scenario }));
    expect(broken).toEqual([]);
    expect(tally.notExercised).toEqual(NOT_EXERCISED[adapter.name] ?? []);
    if (drain === "synchronous") expect(tally.notMet).toEqual([]);
    expect(tally.skippedSteps / tally.steps).toBeLessThan(0.2);
  });
});
