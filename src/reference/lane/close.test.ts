import { describe, expect, test } from "vitest";
import { Gate, quiescence } from "./fixtures/gate.ts";
import { jobOf, recordedLane, runsIn } from "./fixtures/recorded-lane.ts";
import { LaneClosedError } from "./lane-closed-error.ts";

describe("close", () => {
  test("resolves at once on an idle lane", async () => {
    await expect(recordedLane(1).lane.close()).resolves.toBeUndefined();
  });

  test("resolves after every accepted batch has ended and reported, the queued ones included", async () => {
    const { lane, log, hold } = recordedLane(1);
    const [a, b] = [hold("a"), hold("b")];
    void lane.close().then(() => log.push("closed"));
    a.open();
    await quiescence();
    expect(log).not.toContain("closed");
    b.open();
    await quiescence();
    expect(log).toEqual(["run a", "outcome a", "wake", "run b", "outcome b", "wake", "closed"]);
  });

  test("a second close joins the first", async () => {
    const { lane, hold } = recordedLane(1);
    const gate = hold("a");
    const first = lane.close();
    expect(lane.close()).toBe(first);
    gate.open();
    await first;
    expect(lane.close()).toBe(first);
  });

  test("waits for a cancelled body, but not for a batch cancelled in the queue", async () => {
    const { lane, log, hold } = recordedLane(1);
    const gate = hold("running");
    hold("queued");
    await quiescence();
    void lane.close().then(() => log.push("closed"));
    lane.cancel("running");
    lane.cancel("queued");
    await quiescence();
    expect(log).toEqual(["run running"]);
    gate.open();
    await quiescence();
    expect(log).toEqual(["run running", "wake", "closed"]);
  });

  test("waits for a parked batch", async () => {
    const { lane, log, run } = recordedLane(1);
    const wait = new Gate();
    run("a", (context) => context.offLane(() => wait.promise));
    await quiescence();
    void lane.close().then(() => log.push("closed"));
    await quiescence();
    expect(log).not.toContain("closed");
    wait.open();
    await quiescence();
    expect(log.slice(-3)).toEqual(["outcome a", "wake", "closed"]);
  });

  test("resolves when the last queued batch is cancelled", async () => {
    const { lane, log, run } = recordedLane(1);
    run("a", async () => {});
    const closed = lane.close();
    lane.cancel("a");
    await closed;
    await quiescence();
    expect(log).toEqual([]);
  });
});

describe("submit on a closed lane", () => {
  test("throws a clear error and starts nothing", async () => {
    const { lane, log } = recordedLane(1);
    void lane.close();
    const late = (): void => lane.submit(jobOf("late", async () => []));
    expect(late).toThrow(LaneClosedError);
    expect(late).toThrow('the tool lane is closed: batch "late" was not accepted');
    await quiescence();
    expect(log).toEqual([]);
  });

  test("is refused to the body of a batch that is still running, too", async () => {
    const { lane, log, run } = recordedLane(1);
    const gate = new Gate();
    run("parent", async () => {
      await gate.promise;
      expect(() => run("child", async () => {})).toThrow(LaneClosedError);
      log.push("refused");
    });
    const closed = lane.close();
    gate.open();
    await closed;
    expect(log).toContain("refused");
    expect(runsIn(log)).toEqual(["parent"]);
  });
});
