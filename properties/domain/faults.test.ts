import { describe, expect, it } from "vitest";
import farAdapters from "../../adapters/faulty/domain/broken.ts";
import adapters, { faults } from "../../adapters/faulty/domain/index.ts";
import type { DomainAdapter } from "../../src/contract/domain.ts";
import { domainProfile } from "../../src/profiles/index.ts";
import type { DomainScenario } from "../../src/scenario/domain/steps.ts";
import { judgeRuns, randomScenarios, smallScope, type FirstBreak } from "./fixtures/runs.ts";
import { domainRules } from "./index.ts";

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);
const RUNS_MAX = 5000;
/** Every seed goes on this long, to see what else is broken. */
const RUNS_MIN = 75;
const SCOPE_RUNS_MAX = 50_000;

/** Rules about something else than a command or a stop, which their messages name instead. */
const OTHER_SUBJECTS = [
  "domain/nothing-escapes",
  "domain/both-resets-attempted",
  "domain/reset-failure-reported",
  "domain/denied-surface-denies-all",
  "domain/user-surface-granted",
  "domain/nothing-left-behind",
];

const NEVER: FirstBreak = { message: "", scenario: { profile: "domain", setup: {}, steps: [] } };

async function runWithEverySeed(
  adapter: DomainAdapter,
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

async function isFoundInScope(adapter: DomainAdapter, until: readonly string[]): Promise<boolean> {
  const { broken } = await judgeRuns(adapter, smallScope(adapter), { runsMax: SCOPE_RUNS_MAX, until });
  return until.some((id) => broken.has(id));
}

describe("faulty domains", () => {
  it("break every rule of the profile", () => {
    const covered = new Set<string>(faults.flatMap(({ breaks }) => breaks));
    expect(domainRules.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([]);
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

function namesIn({ steps }: DomainScenario): readonly string[] {
  const space = domainProfile.space({});
  return steps.flatMap((step) => space.names(step));
}

/** Matches a text with one of the names as a word, or quoted where it is empty. */
function anyOf(names: readonly string[]): RegExp {
  const words = names.map((name) => (name === "" ? '""' : `(?<!\\w)${name}(?!\\w)`));
  return new RegExp(words.join("|"));
}
