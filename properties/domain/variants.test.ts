import { describe, expect, it } from "vitest";
import adapters, { realTime, warnings } from "../../adapters/variants/domain/index.ts";
import type { DomainAdapter } from "../../src/contract/domain.ts";
import type { DrainKind } from "../../src/run/drain.ts";
import type { Scenario } from "../../src/contract/scenario.ts";
import { judgeRuns, randomScenarios, smallScope } from "../fixtures/runs.ts";

const RUNS: Readonly<Record<DrainKind, number>> = { synchronous: 2000, portable: 1000 };
/** A ticking domain fires a thousand timers at the end of every run. */
const RUNS_OF_TICKING = 300;
const REAL_RUNS = 30;
const SCOPE_RUNS = 1000;

/** In real time a step that lets seconds pass takes them. */
function* withoutWaits(adapter: DomainAdapter): Generator<Scenario> {
  for (const scenario of randomScenarios(adapter, 1)) {
    if (scenario.steps.every(({ op }) => op !== "advance")) yield scenario;
  }
}

describe("domains that differ and conform", () => {
  const drains: readonly DrainKind[] = ["synchronous", "portable"];
  const all = drains.flatMap((drain) => adapters.map((adapter) => ({ name: adapter.name, drain, adapter })));

  it.each(all)("$name keeps every rule, with the $drain drain", async ({ name, drain, adapter }) => {
    const runsMax = name === "ticking" ? RUNS_OF_TICKING : RUNS[drain];
    const random = await judgeRuns(adapter, randomScenarios(adapter, drain === "portable" ? 2 : 1), { runsMax, drain });
    const scope = await judgeRuns(adapter, smallScope(adapter), { runsMax: Math.min(runsMax, SCOPE_RUNS), drain });
    const broken = [...random.broken, ...scope.broken].map(([id, { message }]) => ({ id, message }));
    const warned = warnings[name] ?? [];
    expect(broken.filter(({ id }) => !warned.includes(id))).toEqual([]);
    expect(new Set(broken.map(({ id }) => id))).toEqual(new Set(warned));
    if (runsMax === RUNS.synchronous) expect(random.notMet).toEqual([]);
    expect(random.runs).toBe(runsMax);
  });

  it.each(realTime)("$name keeps every rule in real time", async (adapter) => {
    const { runs, broken } = await judgeRuns(adapter, withoutWaits(adapter), { runsMax: REAL_RUNS });
    expect([...broken].map(([id, { message }]) => `${id}: ${message}`)).toEqual([]);
    expect(runs).toBe(REAL_RUNS);
  });
});
