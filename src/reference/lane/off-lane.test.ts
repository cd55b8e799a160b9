import { describe, expect, test } from "vitest";
import type { LaneContext } from "../../contract/lane.ts";
import { Gate, quiescence } from "./fixtures/gate.ts";
import { recordedLane, runsIn } from "./fixtures/recorded-lane.ts";
import type { RecordedLane } from "./fixtures/recorded-lane.ts";
import { offLane } from "./off-lane.ts";

type OffLane = LaneContext["offLane"];

/** The three ways to the same function. */
const ways: Record<string, (context: LaneContext, recorded: RecordedLane) => OffLane> = {
  // oxlint-disable-next-line typescript/unbound-method -- it works taken apart from its context
  "the context": (context) => context.offLane,
  "the lane": (_context, { lane }) => lane.offLane.bind(lane),
  "the function": () => offLane,
};

describe.each(Object.keys(ways))("off lane through %s", (name) => {
  const way = ways[name]!;

  test("the permit is handed back before the wait begins, and others run meanwhile", async () => {
    const recorded = recordedLane(1);
    const { lane, log, run, hold } = recorded;
    const wait = new Gate();
    run("a", (context) =>
      way(
        context,
        recorded,
      )(async () => {
        log.push(`wait with ${lane.stats().busy} busy`);
        await wait.promise;
      }),
    );
    hold("b");
    await quiescence();
    expect(log).toEqual(["run a", "wake", "wait with 0 busy", "run b"]);
    expect(lane.stats()).toEqual({ queued: 0, busy: 1, parked: 1, workers: 1 });
  });

  test("it returns only with a permit, in the order of those who wait", async () => {
    const recorded = recordedLane(1);
    const { lane, log, run, hold } = recorded;
    const wait = new Gate();
    run("a", async (context) => {
      await way(context, recorded)(() => wait.promise);
      log.push("a resumed");
    });
    const [b, c] = [hold("b"), hold("c")];
    await quiescence();
    wait.open();
    await quiescence();
    hold("d");
    expect(lane.stats()).toEqual({ queued: 2, busy: 1, parked: 1, workers: 1 });
    b.open();
    await quiescence();
    expect(log).not.toContain("a resumed");
    c.open();
    await quiescence();
    expect(log.filter((line) => line !== "wake")).toEqual([
      "run a",
      "run b",
      "outcome b",
      "run c",
      "outcome c",
      "a resumed",
      "outcome a",
      "run d",
    ]);
  });

  test("of permits that come at once, it takes the first, and a body behind it starts later", async () => {
    const recorded = recordedLane(1);
    const { lane, log, run, hold } = recorded;
    const wait = new Gate();
    run("a", async (context) => {
      await way(context, recorded)(() => wait.promise);
      log.push("a resumed");
    });
    hold("b");
    await quiescence();
    wait.open();
    await quiescence();
    hold("c");
    lane.relieve(2);
    await quiescence();
    expect(log.indexOf("a resumed")).toBeGreaterThan(-1);
    expect(log.indexOf("a resumed")).toBeLessThan(log.indexOf("run c"));
  });

  test("the value comes back unchanged, from one call", async () => {
    const recorded = recordedLane(1);
    const value = {};
    const seen: unknown[] = [];
    let calls = 0;
    recorded.run("a", async (context) => {
      seen.push(
        await way(
          context,
          recorded,
        )(async () => {
          calls += 1;
          return value;
        }),
      );
    });
    await quiescence();
    expect(calls).toBe(1);
    expect(seen[0]).toBe(value);
  });

  test.each(["at once", "later"])("what the wait throws %s comes back, with a permit", async (when) => {
    const recorded = recordedLane(1);
    const { lane, log, run, hold } = recorded;
    const error = new Error("wait");
    const wait = new Gate<never>();
    const seen: unknown[] = [];
    run("a", async (context) => {
      try {
        await way(
          context,
          recorded,
        )(() => {
          if (when === "at once") throw error;
          return wait.promise;
        });
      } catch (thrown) {
        seen.push(thrown, lane.stats().busy);
      }
      log.push("a resumed");
    });
    const b = hold("b");
    await quiescence();
    wait.fail(error);
    wait.promise.catch(() => {});
    await quiescence();
    expect(log).not.toContain("a resumed");
    b.open();
    await quiescence();
    expect(seen).toEqual([error, 1]);
    expect(lane.stats()).toEqual({ queued: 0, busy: 0, parked: 0, workers: 1 });
  });

  test("inside a wait of the same batch it is a plain await", async () => {
    const recorded = recordedLane(1);
    const { lane, log, run, hold } = recorded;
    const wait = new Gate();
    run("a", async (context) => {
      const off = way(context, recorded);
      await off(async () => {
        await Promise.resolve();
        await off(() => off(() => wait.promise));
        log.push("still in the wait");
      });
      log.push("a resumed");
    });
    const b = hold("b");
    await quiescence();
    wait.open();
    await quiescence();
    expect(log).toContain("still in the wait");
    expect(log).not.toContain("a resumed");
    expect(log.filter((line) => line === "wake")).toHaveLength(1);
    b.open();
    await quiescence();
    expect(log).toContain("a resumed");
    expect(lane.stats()).toEqual({ queued: 0, busy: 0, parked: 0, workers: 1 });
  });

  test("after the batch has ended it is a plain await", async () => {
    const recorded = recordedLane(1);
    const { lane, log, run, hold } = recorded;
    const [gate, wait] = [new Gate(), new Gate()];
    run("a", async (context) => {
      const off = way(context, recorded);
      void gate.promise.then(() => off(() => wait.promise)).then(() => log.push("left behind"));
    });
    hold("b");
    await quiescence();
    gate.open();
    await quiescence();
    expect(lane.stats()).toEqual({ queued: 0, busy: 1, parked: 0, workers: 1 });
    wait.open();
    await quiescence();
    expect(log).toContain("left behind");
    expect(lane.stats()).toEqual({ queued: 0, busy: 1, parked: 0, workers: 1 });
  });

  test.each(["while it is parked", "while it resumes"])(
    "a batch that ends %s leaves no permit behind",
    async (when) => {
      const recorded = recordedLane(1);
      const { lane, log, run, hold } = recorded;
      const [wait, end] = [new Gate(), new Gate()];
      run("a", async (context) => {
        void way(context, recorded)(() => wait.promise).then(() => log.push("left behind"));
        await end.promise;
      });
      const b = hold("b");
      await quiescence();
      if (when === "while it resumes") wait.open();
      await quiescence();
      end.open();
      await quiescence();
      expect(log).toContain("outcome a");
      expect(lane.stats()).toEqual({ queued: 0, busy: 1, parked: 0, workers: 1 });
      wait.open();
      await quiescence();
      expect(log).toContain("left behind");
      b.open();
      hold("c");
      hold("d");
      await quiescence();
      expect(runsIn(log)).toEqual(["a", "b", "c"]);
    },
  );
});
