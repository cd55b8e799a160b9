import { describe, expect, test } from "vitest";
import { Gate, quiescence } from "./fixtures/gate.ts";
import { jobOf, recordedLane, runsIn } from "./fixtures/recorded-lane.ts";
import { offLane } from "./off-lane.ts";

const idle = { queued: 0, busy: 0, parked: 0 };

describe("cancelling a queued batch", () => {
  test("it never runs, and those behind it are served as if it had never come", async () => {
    const { lane, log, hold } = recordedLane(1);
    const gates = ["a", "b", "c", "d"].map(hold);
    await quiescence();
    lane.cancel("b");
    expect(lane.stats()).toEqual({ queued: 2, busy: 1, parked: 0, workers: 1 });
    for (const gate of gates) gate.open();
    await quiescence();
    expect(runsIn(log)).toEqual(["a", "c", "d"]);
    expect(log).not.toContain("outcome b");
  });

  test("in the turn of its submit, with a permit already granted", async () => {
    const { lane, log, hold } = recordedLane(1);
    hold("a");
    hold("b");
    lane.cancel("a");
    await quiescence();
    expect(runsIn(log)).toEqual(["b"]);
  });

  test.each([0, 1, 2, 3, 4, 5, 6])("%i microtasks after its predecessor ended, no permit is lost", async (hops) => {
    const { lane, log, hold } = recordedLane(1);
    const first = hold("first");
    hold("cancelled");
    hold("next");
    await quiescence();
    first.open();
    for (let hop = 0; hop < hops; hop += 1) await Promise.resolve();
    lane.cancel("cancelled");
    const ran = log.includes("run cancelled");
    await quiescence();
    expect(runsIn(log)).toEqual(ran ? ["first", "cancelled"] : ["first", "next"]);
    expect(lane.stats()).toEqual({ queued: ran ? 1 : 0, busy: 1, parked: 0, workers: 1 });
  });
});

describe("cancelling a busy batch", () => {
  test("aborts its signal, and frees its permit only when the body has ended", async () => {
    const { lane, log, run, hold } = recordedLane(1);
    const gate = new Gate();
    let signal: AbortSignal | undefined;
    run("a", (context) => {
      ({ signal } = context);
      return gate.promise;
    });
    hold("b");
    await quiescence();
    expect(signal?.aborted).toBe(false);
    lane.cancel("a");
    expect(signal?.aborted).toBe(true);
    await quiescence();
    expect(runsIn(log)).toEqual(["a"]);
    gate.open();
    await quiescence();
    expect(runsIn(log)).toEqual(["a", "b"]);
    expect(log).not.toContain("outcome a");
  });

  test("a signal asked for after the cancel is aborted", async () => {
    const { lane, run } = recordedLane(1);
    const gate = new Gate();
    const seen: boolean[] = [];
    run("a", async (context) => {
      await gate.promise;
      seen.push(context.signal.aborted);
    });
    await quiescence();
    lane.cancel("a");
    gate.open();
    await quiescence();
    expect(seen).toEqual([true]);
  });

  test("its later error is dropped like its result", async () => {
    const { lane, outcomes, run } = recordedLane(1);
    run("a", ({ signal }) => new Promise((_resolve, reject) => signal.addEventListener("abort", reject)));
    await quiescence();
    lane.cancel("a");
    await quiescence();
    expect(outcomes).toEqual([]);
    expect(lane.stats()).toMatchObject(idle);
  });

  test("in the turn in which its body ends, at most one outcome, and the permit is back", async () => {
    const { lane, outcomes, hold } = recordedLane(1);
    const gate = hold("a");
    await quiescence();
    gate.open();
    lane.cancel("a");
    await quiescence();
    expect(outcomes).toEqual([]);
    expect(lane.stats()).toMatchObject(idle);
  });

  test("a cancelled batch that parks lets others run in its place", async () => {
    const { lane, log, run } = recordedLane(1);
    const wait = new Gate();
    run("a", async (context) => {
      lane.cancel("a");
      await context.offLane(() => wait.promise);
    });
    run("b", async () => {});
    await quiescence();
    expect(runsIn(log)).toEqual(["a", "b"]);
    wait.open();
    await quiescence();
    expect(lane.stats()).toMatchObject(idle);
  });
});

describe("cancelling a parked batch", () => {
  test("it keeps waiting, takes a permit in its turn and ends without an outcome", async () => {
    const { lane, log, run, hold } = recordedLane(1);
    const wait = new Gate();
    let signal: AbortSignal | undefined;
    run("parked", async (context) => {
      ({ signal } = context);
      await context.offLane(() => wait.promise);
      log.push("resumed");
    });
    const busy = hold("busy");
    await quiescence();
    lane.cancel("parked");
    expect(signal?.aborted).toBe(true);
    wait.open();
    await quiescence();
    expect(log).not.toContain("resumed");
    expect(lane.stats()).toEqual({ queued: 0, busy: 1, parked: 1, workers: 1 });
    busy.open();
    await quiescence();
    expect(log).toContain("resumed");
    expect(log).not.toContain("outcome parked");
    expect(lane.stats()).toMatchObject(idle);
  });

  test("a wait that listens to the signal ends with it", async () => {
    const { lane, log, run } = recordedLane(1);
    run("a", ({ signal }) =>
      offLane(() => new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)))),
    );
    await quiescence();
    lane.cancel("a");
    await quiescence();
    expect(log).not.toContain("outcome a");
    expect(lane.stats()).toMatchObject(idle);
  });

  test("while it resumes, it keeps its place", async () => {
    const { lane, log, run, hold } = recordedLane(1);
    const wait = new Gate();
    run("parked", async (context) => {
      await context.offLane(() => wait.promise);
      log.push("resumed");
    });
    const busy = hold("busy");
    await quiescence();
    wait.open();
    await quiescence();
    hold("behind");
    lane.cancel("parked");
    busy.open();
    await quiescence();
    expect(log.indexOf("resumed")).toBeLessThan(log.indexOf("run behind"));
    expect(log).toContain("resumed");
  });
});

describe("cancelling without effect", () => {
  test("an unknown id", async () => {
    const { lane, log, hold } = recordedLane(1);
    hold("a");
    lane.cancel("unknown");
    await quiescence();
    expect(runsIn(log)).toEqual(["a"]);
  });

  test("twice: while queued, and while busy", async () => {
    const { lane, log, run, hold } = recordedLane(1);
    const gate = new Gate();
    let aborts = 0;
    run("busy", ({ signal }) => {
      signal.addEventListener("abort", () => (aborts += 1));
      return gate.promise;
    });
    hold("queued");
    hold("next");
    await quiescence();
    for (const id of ["queued", "busy", "queued", "busy"]) lane.cancel(id);
    expect(aborts).toBe(1);
    expect(lane.stats()).toEqual({ queued: 1, busy: 1, parked: 0, workers: 1 });
    gate.open();
    lane.cancel("busy");
    await quiescence();
    lane.cancel("busy");
    expect(runsIn(log)).toEqual(["busy", "next"]);
    expect(lane.stats()).toEqual({ queued: 0, busy: 1, parked: 0, workers: 1 });
  });

  test("after the end, also from within the outcome", async () => {
    const { lane, run, log, outcomes } = recordedLane(1);
    let signal: AbortSignal | undefined;
    outcomes.push = (outcome) => {
      lane.cancel(outcome.batchId);
      return 0;
    };
    run("a", async (context) => {
      ({ signal } = context);
    });
    await quiescence();
    lane.cancel("a");
    expect(log).toEqual(["run a", "outcome a", "wake"]);
    expect(signal?.aborted).toBe(false);
    expect(lane.stats()).toMatchObject(idle);
  });
});

test("of two batches with one id, each ends for itself and the later is found", async () => {
  const { lane, log } = recordedLane(2);
  const gates = [new Gate(), new Gate()];
  const signals: AbortSignal[] = [];
  for (const gate of gates) {
    lane.submit(
      jobOf("twin", async ({ signal }) => {
        signals.push(signal);
        await gate.promise;
        return [];
      }),
    );
  }
  await quiescence();
  gates[0]!.open();
  await quiescence();
  lane.cancel("twin");
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
  gates[1]!.open();
  await quiescence();
  expect(log.filter((line) => line === "outcome twin")).toHaveLength(1);
  expect(lane.stats()).toMatchObject(idle);
});
