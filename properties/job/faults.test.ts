import { describe, expect, it } from "vitest";
import farAdapters from "../../adapters/faulty/job/broken.ts";
import adapters, { faults } from "../../adapters/faulty/job/index.ts";
import { describeFaults } from "../fixtures/faults.ts";
import { judgeRuns, randomScenarios } from "../fixtures/runs.ts";

describeFaults("faulty job runtimes", {
  faults,
  adapters,
  namelessRules: [
    "job/unknown-id-refused",
    "job/foreign-looks-unknown",
    "job/nothing-escapes",
    "job/snapshots-are-copies",
    "job/listener-fault-contained",
    "job/dispose-reaches-quiescence",
    "job/owner-disposal-is-exact",
    "job/nothing-left-behind",
  ],
  runsMax: 5000,
  runsMin: 25,
  scopeRunsMax: 10_000,
});

describe("runtimes that are far from one", () => {
  it.each([
    {
      name: "answers-nothing",
      fails: ["ids-unique-and-stable", "producer-started-once", "invalid-spec-refused", "unknown-id-refused"],
    },
    {
      name: "answers-nonsense",
      fails: ["ids-unique-and-stable", "producer-started-once", "invalid-spec-refused", "unknown-id-refused"],
    },
    {
      name: "never-answers",
      fails: ["producer-started-once", "unknown-id-refused", "dispose-reaches-quiescence", "owner-disposal-is-exact"],
    },
    { name: "always-refuses", fails: ["dispose-reaches-quiescence", "owner-disposal-is-exact"] },
  ])("$name fails what it does not do", async ({ name, fails }) => {
    const adapter = farAdapters.find((candidate) => candidate.name === name);
    if (adapter === undefined) throw new Error(`no adapter ${name}`);
    const tally = await judgeRuns(adapter, randomScenarios(adapter, 1), { runsMax: 1000 });
    expect(new Set(tally.broken.keys())).toEqual(new Set(fails.map((rule) => `job/${rule}`)));
  });
});
