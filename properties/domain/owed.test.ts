import { describe, expect, it } from "vitest";
import type { ResetName } from "../../src/contract/domain-trace.ts";
import {
  factsOf,
  halt,
  haltSettled,
  handle,
  quiet,
  receipt,
  released,
  settled,
  started,
  verdictsOf,
  type Written,
} from "./fixtures/written.ts";

const reset = (number: number, which: ResetName): Written => ({ type: "reset", reset: number, which });
const done = (number: number): Written => ({ type: "reset-settled", reset: number, how: "resolved" });

describe("what is owed with owned resources", () => {
  // The second stop overtakes the first, whose first reset is still open: by number alone the pairs would be mixed up.
  const overtaken: readonly Written[] = [
    ...halt(0, "h1"),
    reset(0, "revertDiff"),
    quiet(),
    ...halt(1, "h2"),
    reset(1, "revertDiff"),
    done(1),
    reset(2, "cancelCommand"),
    quiet(),
    done(0),
    reset(3, "cancelCommand"),
    quiet(),
    done(2),
    receipt("h2"),
    haltSettled(1),
    quiet(),
    done(3),
  ];

  it("no receipt before the resets of every stop are through", () => {
    const facts = factsOf([...overtaken, receipt("h1"), haltSettled(0), quiet()], ["resources"], { resources: true });
    expect(verdictsOf(facts)).toEqual([]);
  });

  it("every receipt then", () => {
    const facts = factsOf([...overtaken, quiet()], ["resources"], { resources: true });
    expect(verdictsOf(facts)).toContain(
      "domain/one-receipt-per-halt: the tools and the release of stop h1 had settled, without its receipt; none ever came",
    );
  });
});

/** What is said of a stop that is through at once, by the timers that are due before and after it. */
function stopWithTimers(before: readonly number[], after: readonly number[]): readonly string[] {
  const called: readonly Written[] = [{ type: "stop", stop: "b1", reason: "cancel", budgetMs: 50 }];
  const through: readonly Written[] = [
    ...released(0, "own-1"),
    receipt("own-1"),
    { type: "stop-settled", stop: "b1", how: "resolved" },
  ];
  return verdictsOf(factsOf([quiet(...before), ...called, ...through, quiet(...after)], ["budget"]));
}

describe("the timer of a budget", () => {
  it("is left where it is due after a stop that is through", () => {
    expect(stopWithTimers([], [50])).toEqual([
      "domain/budget-quiet-on-success: haltToolDomain (b1) resolved and left the timer of its budget, due at 50 ms",
    ]);
  });

  it("is not taken from a timer that was there before", () => {
    expect(stopWithTimers([50], [50])).toEqual([]);
  });
});

describe("rest", () => {
  const inFlight: readonly Written[] = [...handle("c1"), ...started(0, "c1"), quiet()];
  const outcome: Written = {
    type: "emit",
    event: { kind: "tool.block_result", commandId: "c1", dlineTid: "c1" },
    sinkThrows: false,
  };

  // The tool settled while a quiescent point was being reached: a timer of one millisecond that this brings is still due.
  it("has not come while a timer is due within settleMs of the cause", () => {
    const late: readonly Written[] = [{ ...settled(0), at: 1 }, quiet(2), { ...outcome, at: 2 }, quiet()];
    expect(verdictsOf(factsOf([...inFlight, ...late]))).toEqual([]);
  });

  it("has come while a later timer is due", () => {
    const late: readonly Written[] = [{ ...settled(0), at: 1 }, quiet(3), { ...outcome, at: 3 }, quiet()];
    expect(verdictsOf(factsOf([...inFlight, ...late]))).toEqual([
      "domain/one-outcome-per-command: the tool of c1 had settled and everything was at rest, without an outcome; it came only later",
    ]);
  });
});
