import { describe, expect, it } from "vitest";
import reference from "../../adapters/reference/job.ts";
import adapters, { sayingForeign } from "../../adapters/variants/job/index.ts";
import { judgeRuns, randomScenarios, smallScope } from "../fixtures/runs.ts";

const RUNS = 2000;
const PORTABLE_RUNS = 100;

describe("job runtimes that differ and conform", () => {
  it.each([reference, ...adapters])("$name breaks nothing at random", async (adapter) => {
    const { runs, broken, notMet } = await judgeRuns(adapter, randomScenarios(adapter, 7), { runsMax: RUNS });
    expect([...broken]).toEqual([]);
    expect(notMet).toEqual([]);
    expect(runs).toBe(RUNS);
  });

  it.each([reference, ...adapters])("$name breaks nothing on the portable drain", async (adapter) => {
    const limits = { runsMax: PORTABLE_RUNS, drain: "portable" } as const;
    const { broken } = await judgeRuns(adapter, randomScenarios(adapter, 8), limits);
    expect([...broken]).toEqual([]);
  });

  it("the reference breaks nothing in the small scope", async () => {
    const { runs, broken } = await judgeRuns(reference, smallScope(reference), { runsMax: Infinity });
    expect([...broken]).toEqual([]);
    expect(runs).toBeGreaterThan(1000);
  });

  it("one that says foreign gets its warning, and no other", async () => {
    const { broken } = await judgeRuns(sayingForeign, randomScenarios(sayingForeign, 7), { runsMax: RUNS });
    expect([...broken.keys()]).toEqual(["job/foreign-looks-unknown"]);
  });
});
