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

describe("overlapping waits", () => {
  test("hand back and retake one permit, after the last of them", async () => {
    const { lane, log, run, hold } = recordedLane(2);
    const [first, second] = [new Gate(), new Gate()];
    run("a", async () => {
      await Promise.all([
        offLane(() => first.promise).then(() => log.push("first")),
        offLane(() => second.promise).then(() => log.push("second")),
      ]);
    });
    const others = ["b", "c", "d"].map(hold);
    await quiescence();
    expect(runsIn(log)).toEqual(["a", "b", "c"]);
    first.open();
    second.open();
    await quiescence();
    expect(log).not.toContain("first");
    expect(log).not.toContain("second");
    others[0]!.open();
    others[1]!.open();
    await quiescence();
    expect(log).toContain("first");
    expect(log).toContain("second");
    others[2]!.open();
    ["e", "f", "g"].forEach(hold);
    await quiescence();
    expect(runsIn(log)).toEqual(["a", "b", "c", "d", "e", "f"]);
    expect(lane.stats()).toEqual({ queued: 1, busy: 2, parked: 0, workers: 2 });
  });

  test("of children of a lane of one permit all end", async () => {
    const { log, run, outcomes } = recordedLane(1);
    run("parent", async () => {
      const children = ["left", "right"].map((id) => {
        const done = new Gate();
        run(id, async () => done.open());
        return offLane(() => done.promise);
      });
      await Promise.all(children);
    });
    await quiescence();
    expect(runsIn(log)).toEqual(["parent", "left", "right"]);
    expect(outcomes).toHaveLength(3);
  });

  test("a wait that opens while the permit is being retaken gives up the place in the queue", async () => {
    const { lane, log, run, hold } = recordedLane(1);
    const [first, second, between] = [new Gate(), new Gate(), new Gate()];
    run("a", async () => {
      await Promise.all([
        offLane(() => first.promise).then(() => log.push("first")),
        between.promise.then(() => offLane(() => second.promise)).then(() => log.push("second")),
      ]);
    });
    const b = hold("b");
    await quiescence();
    first.open();
    await quiescence();
    between.open();
    await quiescence();
    hold("c");
    b.open();
    await quiescence();
    expect(runsIn(log)).toEqual(["a", "b", "c"]);
    expect(log).not.toContain("first");
    lane.relieve(1);
    second.open();
    await quiescence();
    expect(log.filter((line) => ["first", "second", "outcome a"].includes(line))).toEqual([
      "first",
      "second",
      "outcome a",
    ]);
  });
});

describe("the surrounding batch", () => {
  test("outside any batch it is a plain await", async () => {
    const { lane, log } = recordedLane(1);
    const error = new Error("wait");
    expect(await lane.offLane(async () => 1)).toBe(1);
    expect(await offLane(async () => 2)).toBe(2);
    await expect(offLane(() => Promise.reject(error))).rejects.toBe(error);
    await expect(
      lane.offLane(() => {
        throw error;
      }),
    ).rejects.toBe(error);
    expect(log).toEqual([]);
  });

  test("of a child is the child, not the parent whose body submitted it", async () => {
    const { lane, log, run } = recordedLane(2);
    const [parent, child] = [new Gate(), new Gate()];
    run("parent", async () => {
      run("child", () => offLane(() => child.promise));
      await parent.promise;
    });
    await quiescence();
    expect(lane.stats()).toEqual({ queued: 0, busy: 1, parked: 1, workers: 2 });
    parent.open();
    await quiescence();
    expect(log).toContain("outcome parent");
    expect(lane.stats()).toEqual({ queued: 0, busy: 0, parked: 1, workers: 2 });
  });

  test("of a child that was submitted inside a wait is the child", async () => {
    const { lane, run } = recordedLane(1);
    const [answer, done] = [new Gate(), new Gate()];
    run("parent", () =>
      offLane(() => {
        run("child", async () => {
          await offLane(() => answer.promise);
          done.open();
        });
        return done.promise;
      }),
    );
    await quiescence();
    expect(lane.stats()).toEqual({ queued: 0, busy: 0, parked: 2, workers: 1 });
    answer.open();
    await quiescence();
    expect(lane.stats()).toEqual({ queued: 0, busy: 0, parked: 0, workers: 1 });
  });

  test("of another lane holds no permit of this one", async () => {
    const [outer, inner] = [recordedLane(1), recordedLane(1)];
    const wait = new Gate();
    outer.run("outer", async () => {
      inner.run("inner", () => outer.lane.offLane(() => wait.promise));
      await wait.promise;
    });
    await quiescence();
    expect(outer.lane.stats()).toMatchObject({ busy: 1, parked: 0 });
    expect(inner.lane.stats()).toMatchObject({ busy: 1, parked: 0 });
    wait.open();
    await quiescence();
  });

  test("is none in code of the host, whose wake a parking body has caused", async () => {
    const { lane, log, run } = recordedLane(1);
    const [body, host] = [new Gate(), new Gate()];
    log.push = (line) => {
      if (line === "wake") void offLane(() => host.promise);
      return 0;
    };
    run("a", async () => {
      await offLane(async () => {});
      await body.promise;
    });
    await quiescence();
    expect(lane.stats()).toEqual({ queued: 0, busy: 1, parked: 0, workers: 1 });
    body.open();
    host.open();
    await quiescence();
  });
});

test.each([1, 2, 4])("parents parked on children finish at width %i, at any depth", async (width) => {
  const { lane, run, outcomes } = recordedLane(width);
  const depth = 50;
  const families = width + 1;
  const descend = (family: number, level: number, done: Gate): void => {
    run(`family ${family}, level ${level}`, async () => {
      if (level < depth) {
        const child = new Gate();
        descend(family, level + 1, child);
        await offLane(() => child.promise);
      }
      done.open();
    });
  };
  const founders = Array.from({ length: families }, () => new Gate());
  for (const [family, done] of founders.entries()) descend(family, 1, done);
  await Promise.all(founders.map(({ promise }) => promise));
  await lane.close();
  expect(outcomes).toHaveLength(depth * families);
});
