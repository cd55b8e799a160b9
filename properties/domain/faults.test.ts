import { describe, expect, it } from "vitest";
import farAdapters from "../../adapters/faulty/domain/broken.ts";
import adapters, { faults } from "../../adapters/faulty/domain/index.ts";
import { describeFaults } from "../fixtures/faults.ts";
import { judgeRuns, randomScenarios } from "../fixtures/runs.ts";

describeFaults("faulty domains", {
  faults,
  adapters,
  namelessRules: [
    "domain/nothing-escapes",
    "domain/both-resets-attempted",
    "domain/reset-failure-reported",
    "domain/denied-surface-denies-all",
    "domain/user-surface-granted",
    "domain/nothing-left-behind",
  ],
  runsMax: 5000,
  runsMin: 75,
  scopeRunsMax: 50_000,
});

describe("executors that are far from a domain", () => {
  it.each([
    {
      name: "inert",
      fails: [
        "each-command-runs-once",
        "batch-runs-concurrently",
        "rejects-while-stopped",
        "one-release-per-halt",
        "halt-settles-after-receipt",
        "new-halt-releases-again",
        "repeated-halt-joins",
        "rearm-unstopped-is-noop",
      ],
    },
    {
      name: "always-throws",
      fails: [
        "handle-never-throws",
        "each-command-runs-once",
        "batch-runs-concurrently",
        "rejects-while-stopped",
        "one-release-per-halt",
        "halt-settles-after-receipt",
        "new-halt-releases-again",
        "rearm-unstopped-is-noop",
      ],
    },
    {
      name: "halt-never-settles",
      fails: ["halt-settles-after-receipt", "release-failure-rejects-halt", "reentrancy-safe"],
    },
  ])("$name fails what it does not do", async ({ name, fails }) => {
    const adapter = farAdapters.find((candidate) => candidate.name === name);
    if (adapter === undefined) throw new Error(`no adapter ${name}`);
    const tally = await judgeRuns(adapter, randomScenarios(adapter, 1), { runsMax: 2000 });
    expect(new Set(tally.broken.keys())).toEqual(new Set(fails.map((rule) => `domain/${rule}`)));
  });
});
