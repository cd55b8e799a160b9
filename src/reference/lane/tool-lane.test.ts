import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, test, vi } from "vitest";
import type { LaneContext, ToolOutcome } from "../../contract/lane.ts";
import { Gate, quiescence } from "./fixtures/gate.ts";
import { jobOf, recordedLane, runsIn, untyped } from "./fixtures/recorded-lane.ts";
import { ToolLane } from "./tool-lane.ts";
import type { ToolResults } from "./tool-results.ts";

describe("submit", () => {
  test("calls neither the body nor the host", () => {
    const { lane, log, run } = recordedLane(1);
    run("a", async () => {});
    expect(log).toEqual([]);
    expect(lane.stats()).toEqual({ queued: 1, busy: 0, parked: 0, workers: 1 });
  });

  test("runs as many batches as there are permits, and the next when one ends", async () => {
    const { lane, log, hold } = recordedLane(2);
    const gates = ["a", "b", "c"].map(hold);
    await quiescence();
    expect(runsIn(log)).toEqual(["a", "b"]);
    expect(lane.stats()).toEqual({ queued: 1, busy: 2, parked: 0, workers: 2 });
    gates[1]!.open();
    await quiescence();
    expect(runsIn(log)).toEqual(["a", "b", "c"]);
  });

  test("a body may submit further batches", async () => {
    const { log, run } = recordedLane(1);
    run("parent", async () => run("child", async () => {}));
    await quiescence();
    expect(runsIn(log)).toEqual(["parent", "child"]);
  });

  test("a body runs in the asynchronous context of its submit", async () => {
    const session = new AsyncLocalStorage<string>();
    const { run } = recordedLane(1);
    const seen: unknown[] = [];
    for (const name of ["one", "two"]) {
      session.run(name, () => run(name, async () => seen.push(session.getStore())));
    }
    await quiescence();
    expect(seen).toEqual(["one", "two"]);
  });
});

describe("outcome", () => {
  test("carries agent, batch and the very results", async () => {
    const { lane, outcomes } = recordedLane(1);
    const results: ToolResults = [
      ["call-2", "second"],
      ["call-1", ""],
    ];
    lane.submit(jobOf("a", async () => results));
    await quiescence();
    expect(outcomes).toEqual([{ agent: "agent of a", batchId: "a", results }]);
    expect(outcomes.map((outcome) => "results" in outcome && outcome.results)[0]).toBe(results);
  });

  test("comes with a wake after it, and before the next body", async () => {
    const { log, run } = recordedLane(1);
    run("a", async () => {});
    run("b", async () => {});
    await quiescence();
    expect(log).toEqual(["run a", "outcome a", "wake", "run b", "outcome b", "wake"]);
  });

  test("identities are those of the submit, whatever the strings", async () => {
    const { lane, outcomes } = recordedLane(2);
    for (const id of ["__proto__", "", "constructor", "toString"]) {
      lane.submit({ agent: id, batchId: id, exec: async () => [] });
    }
    lane.cancel("hasOwnProperty");
    await quiescence();
    expect(outcomes.map(({ agent, batchId }) => [agent, batchId])).toEqual(
      ["__proto__", "", "constructor", "toString"].map((id) => [id, id]),
    );
  });
});

describe("a failing body", () => {
  const error = new Error("tool");
  const failing: Record<string, (context: LaneContext) => Promise<ToolResults>> = {
    "throws at once": () => {
      throw error;
    },
    "throws later": async () => {
      await Promise.resolve();
      throw error;
    },
    "rejects with undefined": () => Promise.reject(undefined),
    "is a hostile thenable": () =>
      untyped({
        // oxlint-disable-next-line unicorn/no-thenable -- what is tested
        get then(): never {
          throw error;
        },
      }),
    "returns garbage": () => untyped("garbage"),
    "resolves to garbage": async () => untyped(undefined),
    "is no function": untyped("garbage"),
  };

  test.each(Object.keys(failing))("that %s gives one outcome with the error and its permit back", async (kind) => {
    const { lane, log, outcomes, run } = recordedLane(1);
    lane.submit(jobOf("bad", failing[kind]!));
    run("good", async () => {});
    await quiescence();
    expect(outcomes).toHaveLength(2);
    expect("error" in outcomes[0]!).toBe(true);
    expect(runsIn(log)).toEqual(["good"]);
    expect(lane.stats()).toEqual({ queued: 0, busy: 0, parked: 0, workers: 1 });
  });

  test("the error is the thrown value itself", async () => {
    const { lane, outcomes } = recordedLane(1);
    lane.submit(jobOf("now", failing["throws at once"]!));
    lane.submit(jobOf("later", failing["throws later"]!));
    await quiescence();
    expect(outcomes.map((outcome) => "error" in outcome && outcome.error)).toEqual([error, error]);
  });
});

test("a host that throws costs no permit and no other outcome", async () => {
  const reported: ToolOutcome[] = [];
  const lane = new ToolLane({
    maxConcurrentTools: 1,
    outcome: (outcome) => {
      reported.push(outcome);
      throw new Error("outcome");
    },
    wake: () => {
      throw new Error("wake");
    },
  });
  for (const id of ["a", "b", "c"]) {
    lane.submit(
      jobOf(id, async (context) => {
        await context.offLane(async () => {});
        return [];
      }),
    );
  }
  await lane.close();
  expect(reported.map(({ batchId }) => batchId)).toEqual(["a", "b", "c"]);
});

describe("signal", () => {
  test("is not aborted by parking, nor by the end, nor by closing", async () => {
    const { lane, run } = recordedLane(1);
    let signal: AbortSignal | undefined;
    run("a", async (context) => {
      signal = context.signal;
      await context.offLane(async () => {});
    });
    await lane.close();
    expect(signal?.aborted).toBe(false);
  });

  test("is created on first use, once", async () => {
    const created = vi.spyOn(globalThis, "AbortController");
    const { run } = recordedLane(1);
    run("quiet", async () => {});
    run("curious", async (context) => {
      expect(context.signal).toBe(context.signal);
    });
    await quiescence();
    expect(created).toHaveBeenCalledTimes(1);
    created.mockRestore();
  });
});

describe("width", () => {
  test.each([0, -2, Number.NaN])("%d works as 1", async (width) => {
    const { lane, log, hold } = recordedLane(width);
    hold("a");
    hold("b");
    await quiescence();
    expect(runsIn(log)).toEqual(["a"]);
    expect(lane.stats().workers).toBe(1);
  });

  test("relieve lets those who wait in", async () => {
    const { lane, log, hold } = recordedLane(1);
    for (const id of ["a", "b", "c"]) hold(id);
    await quiescence();
    expect(lane.relieve(1)).toBe(1);
    await quiescence();
    expect(runsIn(log)).toEqual(["a", "b"]);
    expect(lane.stats()).toEqual({ queued: 1, busy: 2, parked: 0, workers: 2 });
  });

  test("narrow takes idle permits only and leaves one", async () => {
    const { lane, hold } = recordedLane(4);
    const gate = hold("a");
    hold("b");
    await quiescence();
    expect(lane.narrow(9)).toBe(2);
    gate.open();
    await quiescence();
    expect(lane.narrow(9)).toBe(1);
    expect(lane.narrow(9)).toBe(0);
    expect(lane.stats().workers).toBe(1);
  });

  test("a parked batch's permit is idle: after narrowing, the batch waits for the one that stays", async () => {
    const { lane, log, run, hold } = recordedLane(2);
    const wait = new Gate();
    run("parked", async (context) => {
      await context.offLane(() => wait.promise);
      log.push("resumed");
    });
    const busy = hold("busy");
    await quiescence();
    expect(lane.narrow(5)).toBe(1);
    wait.open();
    await quiescence();
    expect(log).not.toContain("resumed");
    busy.open();
    await quiescence();
    expect(log).toContain("resumed");
  });
});
