import { describe, expect, it } from "vitest";
import adapters, { faults } from "../../adapters/faulty/lane/index.ts";
import type { LaneAdapter } from "../../src/contract/lane.ts";
import { laneProfile } from "../../src/profiles/index.ts";
import type { LaneScenario } from "../../src/scenario/lane/steps.ts";
import { judgeRuns, randomScenarios, smallScope, type FirstBreak } from "./fixtures/runs.ts";
import { laneRules } from "./index.ts";

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);
const RUNS_MAX = 3000;
/** Every seed goes on this long, to see what else is broken. */
const RUNS_MIN = 25;
const SCOPE_RUNS_MAX = 20_000;

/** Rules about something else than a batch or a wait, which their messages name instead. */
const OTHER_SUBJECTS = [
  "lane/width-clamped-to-one",
  "lane/permits-conserved",
  "lane/failed-batch-contained",
  "lane/nothing-escapes",
  "lane/host-fault-contained",
  "lane/off-lane-outside-awaits",
  "lane/off-lane-balanced",
  "lane/stats-agree",
  "lane/cancel-queued-never-runs",
  "lane/cancel-running-frees-permit",
  "lane/cancel-is-idempotent",
  "lane/resize-takes-only-idle",
  "lane/narrow-keeps-one",
  "lane/close-drains",
  "lane/nothing-left-behind",
];

const NEVER: FirstBreak = { message: "", scenario: { profile: "lane", setup: { width: 1 }, steps: [] } };

async function runWithEverySeed(
  adapter: LaneAdapter,
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

/** What breaks in the small scope until one of `until` does. */
async function searchScope(adapter: LaneAdapter, until: readonly string[]): Promise<ReadonlyMap<string, FirstBreak>> {
  return (await judgeRuns(adapter, smallScope(adapter), { runsMax: SCOPE_RUNS_MAX, until })).broken;
}

describe("faulty lanes", () => {
  it("break every rule of the profile", () => {
    const covered = new Set<string>(faults.flatMap(({ breaks }) => breaks));
    expect(laneRules.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([]);
  });

  it.each(faults)("$fault: exactly its rules fail, with every seed", async ({ fault, breaks, alsoBreaks, says }) => {
    const adapter = adapters.find(({ name }) => name === fault);
    if (adapter === undefined) throw new Error(`no adapter for ${fault}`);
    const { failing: byRandom, missedBy } = await runWithEverySeed(adapter, breaks);
    const failing = new Map(byRandom);
    // A seed stops at the first rule that breaks; what it has not come to is looked for where it is certain to be.
    for (const id of breaks) {
      if (failing.has(id) && missedBy.length === 0) continue;
      const inScope = await searchScope(adapter, [id]);
      expect([...inScope.keys()], `in the small scope, as the seeds ${missedBy.join()} miss it`).toContain(id);
      for (const [broken, first] of inScope) if (!failing.has(broken)) failing.set(broken, first);
    }

    const allowed = new Set<string>([...breaks, ...alsoBreaks]);
    const others = [...failing].filter(([id]) => !allowed.has(id));
    expect(breaks.filter((id) => !failing.has(id))).toEqual([]);
    expect(others.map(([id, { message }]) => `${id}: ${message}`)).toEqual([]);

    const { message, scenario } = failing.get(breaks[0]) ?? NEVER;
    expect(message).toContain(says);
    expect(message).toMatch(OTHER_SUBJECTS.includes(breaks[0]) ? /./ : anyOf(namesIn(scenario)));
  });
});

/** What a scenario is about, and what the kit adds at the end of a run. */
function namesIn({ steps }: LaneScenario): readonly string[] {
  const space = laneProfile.space({});
  return [...steps.flatMap((step) => space.names(step)), "arrival-\\d+", "probe-\\d+"];
}

/** Matches a text with one of the names as a word, or quoted where it is empty. */
function anyOf(names: readonly string[]): RegExp {
  const words = names.map((name) => (name === "" ? '""' : `(?<!\\w)${name}(?!\\w)`));
  return new RegExp(words.join("|"));
}
