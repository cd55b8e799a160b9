import { describe, expect, test } from "vitest";
import referenceDomain from "../../adapters/reference/domain.ts";
import referenceJob from "../../adapters/reference/job.ts";
import referenceLane from "../../adapters/reference/lane.ts";
import { profileFor, randomScenarios, smallScope } from "../../properties/fixtures/runs.ts";
import type { Scenario } from "../contract/scenario.ts";
import { declaredCapabilities, Runner } from "../run/runner.ts";
import { SituationCounter } from "../scenario/situationCounter.ts";
import type { CheckableAdapter } from "./index.ts";

/** A tenth of what a campaign runs unless it is told otherwise. */
const RUNS_MAX = 2000;

const adapters: readonly CheckableAdapter[] = [referenceDomain, referenceLane, referenceJob];

/** Everything, nothing, and each capability that opens a situation alone. */
function declarations(adapter: CheckableAdapter): readonly (readonly string[])[] {
  const sets = profileFor(adapter).situations.situations.map(({ capabilities = [] }) => capabilities);
  const alone = new Map(sets.map((set) => [set.join(), set]));
  return [Object.keys(adapter.capabilities ?? {}), ...alone.values()];
}

const cases = adapters.flatMap((adapter) =>
  declarations(adapter).map((names) => ({
    name: adapter.name,
    can: names.join("+"),
    adapter: { ...adapter, capabilities: Object.fromEntries(names.map((name) => [name, true])) },
  })),
);

/** Runs scenarios until every situation that applies has occurred; gives those that never did. */
async function neverMet(
  adapter: CheckableAdapter,
  scenarios: Iterator<Scenario>,
  isMet: (counter: SituationCounter) => boolean,
): Promise<readonly string[]> {
  const profile = profileFor(adapter);
  const counter = new SituationCounter(profile.situations, declaredCapabilities(adapter));
  await new Runner(profile, adapter).runAll(
    () => {
      const next = scenarios.next();
      return next.done === true ? undefined : next.value;
    },
    ({ scenario, trace }) => {
      counter.count(scenario, trace.records as never);
      return !isMet(counter);
    },
  );
  return counter.results().flatMap(({ id, runs }) => (runs === 0 ? [id] : []));
}

describe(`every situation that can occur does within ${RUNS_MAX} random runs`, () => {
  test.each(cases)("$name with [$can]", async ({ adapter }) => {
    let runs = 0;
    const isMet = ({ counts }: SituationCounter): boolean => (runs += 1) === RUNS_MAX || !counts.includes(0);
    expect(await neverMet(adapter, randomScenarios(adapter, 1), isMet)).toEqual([]);
  });
});

describe("what real time asks for is certain", () => {
  const scope = { subjects: 1, controls: 1, tightGaps: 0 };

  test.each(cases)("$name with [$can]", async ({ adapter }) => {
    const basic = profileFor(adapter).situations.situations.filter((situation) => situation.basic === true);
    const never = await neverMet(adapter, smallScope(adapter, scope), () => false);
    expect(basic.length).toBeGreaterThan(0);
    expect(basic.map(({ id }) => id).filter((id) => never.includes(id))).toEqual([]);
  });
});

describe.each(adapters)("the situations of $profile", (adapter) => {
  const { capabilities, situations } = profileFor(adapter);

  test("have ids and texts of their own, and capabilities of the profile", () => {
    const all = situations.situations;
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
    for (const { id, capabilities: needed = [] } of all) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
      for (const capability of needed) expect(capabilities).toContain(capability);
    }
  });
});
