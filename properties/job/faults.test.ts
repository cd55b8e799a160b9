import { describe, expect, it } from "vitest";
import farAdapters from "../../adapters/faulty/job/broken.ts";
import adapters, { faults } from "../../adapters/faulty/job/index.ts";
import type { JobAdapter } from "../../src/contract/job.ts";
import { jobProfile } from "../../src/profiles/index.ts";
import type { JobScenario } from "../../src/scenario/job/steps.ts";
import { judgeRuns, randomScenarios, smallScope, type FirstBreak } from "./fixtures/runs.ts";
import { jobRules } from "./index.ts";

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);
const RUNS_MAX = 5000;
/** Every seed goes on this long, to see what else is broken. */
const RUNS_MIN = 25;
const SCOPE_RUNS_MAX = 10_000;

/** Rules about something else than a job, which their messages name instead. */
const OTHER_SUBJECTS = [
  "job/unknown-id-refused",
  "job/foreign-looks-unknown",
  "job/nothing-escapes",
  "job/snapshots-are-copies",
  "job/listener-fault-contained",
  "job/dispose-reaches-quiescence",
  "job/owner-disposal-is-exact",
  "job/nothing-left-behind",
];

const NEVER: FirstBreak = { message: "", scenario: { profile: "job", setup: {}, steps: [] } };

async function runWithEverySeed(
  adapter: JobAdapter,
  until: readonly string[],
): Promise<{ readonly failing: ReadonlyMap<string, FirstBreak>; readonly missedBy: readonly number[] }> {
  const failing = new Map<string, FirstBreak>();
  const missedBy: number[] = [];
  for (const seed of SEEDS) {
    const limits = { runsMax: RUNS_MAX, runsMin: RUNS_MIN, until };
    const { broken } = await judgeRuns(adapter, randomScenarios(adapter, seed), limits);
    for (const [id, first] of broken) if (!failing.has(id)) failing.set(id, first);
    if (!until.some((id) => broken.has(id))) missedBy.push(seed);
  }
  return { failing, missedBy };
}

async function isFoundInScope(adapter: JobAdapter, until: readonly string[]): Promise<boolean> {
  const { broken } = await judgeRuns(adapter, smallScope(adapter), { runsMax: SCOPE_RUNS_MAX, until });
  return until.some((id) => broken.has(id));
}

describe("faulty job runtimes", () => {
  it("break every rule of the profile", () => {
    const covered = new Set<string>(faults.flatMap(({ breaks }) => breaks));
    expect(jobRules.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([]);
  });

  it.each(faults)("$fault: exactly its rules fail, with every seed", async ({ fault, breaks, alsoBreaks, says }) => {
    const adapter = adapters.find(({ name }) => name === fault);
    if (adapter === undefined) throw new Error(`no adapter for ${fault}`);
    const { failing, missedBy } = await runWithEverySeed(adapter, breaks);
    const isInScope = missedBy.length === 0 || (await isFoundInScope(adapter, breaks));
    expect(isInScope, `in the small scope, where the seeds ${missedBy.join()} miss it`).toBe(true);

    const allowed = new Set<string>([...breaks, ...alsoBreaks]);
    const others = [...failing].filter(([id]) => !allowed.has(id));
    expect(breaks.filter((id) => !failing.has(id))).toEqual([]);
    expect(others.map(([id, { message }]) => `${id}: ${message}`)).toEqual([]);

    const { message, scenario } = failing.get(breaks[0]) ?? NEVER;
    expect(message).toContain(says);
    expect(message).toMatch(OTHER_SUBJECTS.includes(breaks[0]) ? /./ : anyOf(namesIn(scenario)));
  });
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

function namesIn({ steps }: JobScenario): readonly string[] {
  const space = jobProfile.space({});
  return steps.flatMap((step) => space.names(step));
}

/** Matches a text with one of the names as a word. */
function anyOf(names: readonly string[]): RegExp {
  return new RegExp(names.map((name) => `(?<!\\w)${name}(?!\\w)`).join("|"));
}
