import { describe, expect, it } from "vitest";
import domains from "../../adapters/faulty/domain/index.ts";
import jobs from "../../adapters/faulty/job/index.ts";
import lanes from "../../adapters/faulty/lane/index.ts";
import { isWithinGoals, measure } from "./measure.ts";

const adapters = [...domains, ...lanes, ...jobs];

/** Enough to see what is left in most cases. */
const SEEDS = 4;

/**
 * A few of each profile: with and without a tight gap, with odd values, with several ways to break the same rule; more
 * seeds where some of those ways are rare.
 */
const SOME = [
  { fault: "receipt-before-drain", rule: "domain/receipt-after-drain", minimum: 2 },
  { fault: "stop-looked-up-too-early", rule: "domain/pre-stop-results-dropped", minimum: 2 },
  { fault: "results-dropped-during-any-drain", rule: "domain/one-outcome-per-command", minimum: 3 },
  { fault: "budget-not-kept", rule: "domain/budget-bounds-the-stop", minimum: 2 },
  { fault: "grant-to-a-cancelled-waiter-lost", rule: "lane/cancel-queued-never-runs", minimum: 4, seeds: 9 },
  { fault: "grant-lost-some-turns-later", rule: "lane/permits-conserved", minimum: 2 },
  { fault: "third-in-queue-dropped", rule: "lane/each-batch-runs-once", minimum: 3 },
  { fault: "wait-error-wrapped", rule: "lane/off-lane-passes-through", minimum: 2 },
  { fault: "second-cancel-counts-down", rule: "lane/stats-agree", minimum: 3 },
  { fault: "id-from-live-count", rule: "job/ids-unique-and-stable", minimum: 2 },
  { fault: "kill-overwrites-the-end", rule: "job/status-moves-forward", minimum: 2 },
  { fault: "only-first-is-cancelled", rule: "job/dispose-reaches-quiescence", minimum: 3 },
];

describe("a counterexample becomes as small as it can", () => {
  it.each(SOME)("$fault breaks $rule in $minimum steps", async ({ fault, rule, minimum, seeds = SEEDS }) => {
    const adapter = adapters.find(({ name }) => name === fault);
    if (adapter === undefined) throw new Error(`no adapter ${fault}`);
    const [measured] = await measure({ adapter, breaks: [rule] }, { seeds, runsMax: 5000, searchMax: 2000 });
    if (measured === undefined) throw new Error(`${rule} was not measured`);
    expect(measured).toMatchObject({ minimum, seeds });
    expect(isWithinGoals(measured), `worst ${measured.worst}, shapes ${[...measured.shapes.keys()].join("\n")}`).toBe(
      true,
    );
  });
});
