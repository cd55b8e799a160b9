import { describe, expect, it } from "vitest";
import type { HaltOrder } from "../../contract/domain.ts";
import { HOSTILE_VALUES } from "./fixtures/hostile-values.ts";
import { atRest, command, RecordedDomain } from "./fixtures/recorded-domain.ts";
import { ToolExecutionDomain } from "./tool-execution-domain.ts";

describe("a stop", () => {
  it("drains, then releases, then gives its receipt, then settles", async () => {
    const recorded = new RecordedDomain();
    recorded.handle("c1", "c2");
    recorded.halt("h1");
    recorded.newEntries();
    await recorded.settle("c2");
    expect(recorded.newEntries()).toEqual([]);
    await recorded.settle("c1");
    expect(recorded.newEntries()).toEqual(["release h1"]);
    await recorded.release("h1");
    expect(recorded.newEntries()).toEqual(["halted h1", "halt h1 resolved"]);
  });

  it("rejects commands from the call on, in the same turn", () => {
    const recorded = new RecordedDomain();
    recorded.halt("h1");
    recorded.domain.handle({ commandId: "c1", turnId: "u1", dlineTid: "t1" });
    expect(recorded.log).toEqual(["rejected c1"]);
    expect(recorded.events).toEqual([
      { kind: "tool.rejected", commandId: "c1", turnId: "u1", dlineTid: "t1", reason: expect.any(String) },
    ]);
  });

  it("drops what had settled but was not emitted yet", async () => {
    const recorded = new RecordedDomain();
    recorded.handle("c1");
    const settled = recorded.settle("c1");
    recorded.halt("h1");
    await settled;
    expect(recorded.newEntries()).toEqual(["run c1", "release h1"]);
  });

  it("drops results and failures for good, also after rearm", async () => {
    const recorded = new RecordedDomain();
    recorded.handle("c1", "c2");
    recorded.halt("h1");
    await recorded.settle("c1");
    recorded.domain.rearm();
    await recorded.fail("c2", new Error("late"));
    await recorded.release("h1");
    expect(recorded.events).toEqual([{ kind: "tool.halted", haltId: "h1" }]);
  });

  it("keeps the domain stopped after its receipt", async () => {
    const recorded = new RecordedDomain();
    recorded.halt("h1");
    await atRest();
    await recorded.release("h1");
    recorded.newEntries();
    recorded.handle("c1");
    await atRest();
    expect(recorded.newEntries()).toEqual(["rejected c1"]);
  });

  it("waits for a tool whose runBlock threw, until its failure has been seen", async () => {
    const log: string[] = [];
    const domain = new ToolExecutionDomain({
      runner: {
        runBlock() {
          throw new Error("no");
        },
        release: async () => void log.push("release"),
      },
      sink: { emit: ({ kind }) => void log.push(kind) },
      surface: { kind: "denied", reason: "nobody is there" },
    });
    domain.handle(command("c1"));
    await domain.halt({ haltId: "h1", reason: "terminate" });
    expect(log).toEqual(["release", "tool.halted"]);
  });
});

describe("a release", () => {
  it("is given the order of its stop, unchanged", async () => {
    const orders: HaltOrder[] = [];
    const recorded = new RecordedDomain({ onRelease: (order) => void orders.push(order) });
    const order = Object.freeze({ haltId: "h1", reason: "detach" } as const);
    void recorded.domain.halt(order);
    await atRest();
    expect(orders).toEqual([order]);
    expect(orders[0]).toBe(order);
  });

  it.each(HOSTILE_VALUES)(
    "that fails with %s still gives the receipt, and rejects with that very value",
    async (_name, error) => {
      const recorded = new RecordedDomain();
      const rejections: { thrown: unknown; eventsBefore: number }[] = [];
      recorded.domain
        .halt({ haltId: "h1", reason: "cancel" })
        .catch((thrown: unknown) => rejections.push({ thrown, eventsBefore: recorded.events.length }));
      await atRest();
      await recorded.failRelease("h1", error);
      expect(recorded.events).toEqual([{ kind: "tool.halted", haltId: "h1" }]);
      expect(rejections).toHaveLength(1);
      expect(rejections[0]?.thrown).toBe(error);
      expect(rejections[0]?.eventsBefore).toBe(1);
    },
  );

  it("that throws at once is a failed one", async () => {
    const error = new Error("at once");
    const events: string[] = [];
    const domain = new ToolExecutionDomain({
      runner: {
        runBlock: async () => {},
        release() {
          throw error;
        },
      },
      sink: { emit: ({ kind }) => void events.push(kind) },
      surface: { kind: "denied", reason: "nobody is there" },
    });
    await expect(domain.halt({ haltId: "h1", reason: "cancel" })).rejects.toBe(error);
    expect(events).toEqual(["tool.halted"]);
  });
});

describe("a repeated halt", () => {
  it("joins the stop in force: no second release, no second receipt", async () => {
    const recorded = new RecordedDomain();
    recorded.handle("c1");
    recorded.halt("h1");
    recorded.halt("h1");
    await recorded.settle("c1");
    recorded.halt("h1");
    await recorded.release("h1");
    recorded.halt("h1");
    await atRest();
    expect(recorded.newEntries()).toEqual([
      "run c1",
      "release h1",
      "halted h1",
      "halt h1 resolved",
      "halt h1 resolved",
      "halt h1 resolved",
      "halt h1 resolved",
    ]);
  });

  it("joins an earlier stop as well: A, B, A", async () => {
    const recorded = new RecordedDomain();
    for (const haltId of ["a", "b", "a"]) recorded.halt(haltId);
    await atRest();
    await recorded.release("b");
    expect(recorded.newEntries()).toEqual(["release a", "release b", "halted b", "halt b resolved"]);
    await recorded.release("a");
    expect(recorded.newEntries()).toEqual(["halted a", "halt a resolved", "halt a resolved"]);
  });

  it("that comes after rearm stops nothing and drops nothing", async () => {
    const recorded = new RecordedDomain();
    recorded.halt("h1");
    await atRest();
    await recorded.release("h1");
    recorded.domain.rearm();
    recorded.handle("c1");
    recorded.newEntries();
    recorded.halt("h1");
    recorded.handle("c2");
    await recorded.settle("c1", "c2");
    expect(recorded.newEntries()).toEqual(["run c2", "halt h1 resolved", "block_result c1", "block_result c2"]);
  });

  it("is recognised by any string", async () => {
    const recorded = new RecordedDomain();
    for (const haltId of ["", "__proto__", "constructor", "toString"]) {
      recorded.halt(haltId);
      recorded.halt(haltId);
      recorded.handle("c1");
      await atRest();
      await recorded.release(haltId);
      recorded.domain.rearm(haltId);
      expect(recorded.newEntries()).toEqual([
        "rejected c1",
        `release ${haltId}`,
        `halted ${haltId}`,
        `halt ${haltId} resolved`,
        `halt ${haltId} resolved`,
      ]);
    }
    recorded.handle("c2");
    expect(recorded.newEntries()).toEqual(["run c2"]);
  });
});

describe("overlapping stops", () => {
  it("each drain, release and give a receipt", async () => {
    const recorded = new RecordedDomain();
    recorded.handle("c1");
    recorded.halt("h1");
    recorded.halt("h2");
    await recorded.settle("c1");
    await recorded.release("h2");
    await recorded.release("h1");
    expect(recorded.newEntries()).toEqual([
      "run c1",
      "release h1",
      "release h2",
      "halted h2",
      "halt h2 resolved",
      "halted h1",
      "halt h1 resolved",
    ]);
  });

  it("release again although an older release never settles", async () => {
    const recorded = new RecordedDomain();
    recorded.halt("h1");
    await atRest();
    recorded.halt("h2");
    await atRest();
    await recorded.release("h2");
    expect(recorded.newEntries()).toEqual(["release h1", "release h2", "halted h2", "halt h2 resolved"]);
  });
});
