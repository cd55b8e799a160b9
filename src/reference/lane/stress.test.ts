import * as fc from "fast-check";
import { expect, test } from "vitest";
import { step } from "./fixtures/body-program.ts";
import { LaneRun } from "./fixtures/lane-run.ts";

/** For each width; the variable asks for a longer search. */
const runs = Number(process.env["LANE_STRESS_RUNS"] ?? 500);

test.each([1, 2, 3, 4])("whatever happens to a lane of width %i, its rules hold", async (width) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const run = new LaneRun(width);
      await run.play(steps);
      expect(run.fault).toBeUndefined();
    }),
    { numRuns: runs, seed: 191 + width },
  );
});
