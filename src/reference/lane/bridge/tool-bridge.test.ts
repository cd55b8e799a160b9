import { describe, expect, test } from "vitest";
import type { LaneContext, ToolOutcome } from "../../../contract/lane.ts";
import { Gate, quiescence } from "../fixtures/gate.ts";
import { offLane } from "../off-lane.ts";
import type { ToolAgent, ToolCall } from "./agents.ts";
import { ToolBridge } from "./tool-bridge.ts";

const call = (id: string): ToolCall => ({ id, name: "echo", input: {} });

function bridgeOf(maxConcurrentTools: number): { bridge: ToolBridge; errors: unknown[] } {
  const errors: unknown[] = [];
  return { bridge: new ToolBridge({ maxConcurrentTools, onApplyError: (error) => errors.push(error) }), errors };
}

/** An agent that logs `execute <first call>` and `apply <first result>`, and runs each batch until its gate opens. */
function agentOf(id: string, log: string[], gate: Gate): ToolAgent {
  return {
    id,
    execute: async (calls) => {
      log.push(`execute ${calls[0]?.id}`);
      await gate.promise;
      return calls.map((each) => [each.id, "ok"] as const);
    },
    apply: (outcome) => log.push(`apply ${"results" in outcome ? outcome.results[0]?.[0] : String(outcome.error)}`),
  };
}

async function ticks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick += 1) await quiescence();
}

describe("a request", () => {
  test("is dispatched on a tick and applied on a later one", async () => {
    const { bridge } = bridgeOf(1);
    const log: string[] = [];
    const gate = new Gate();
    bridge.spawn(agentOf("a", log, gate));
    bridge.request("a", [call("1")]);
    await Promise.resolve();
    expect(log).toEqual([]);
    await ticks(1);
    expect(log).toEqual(["execute 1"]);
    gate.open();
    for (let hop = 0; hop < 10; hop += 1) await Promise.resolve();
    expect(bridge.stats().busy).toBe(0);
    expect(log).toEqual(["execute 1"]);
    await ticks(1);
    expect(log).toEqual(["execute 1", "apply 1"]);
  });

  test("waits for the agent's batch in flight, but not for other agents", async () => {
    const { bridge } = bridgeOf(4);
    const log: string[] = [];
    const [a, b] = [new Gate(), new Gate()];
    bridge.spawn(agentOf("a", log, a));
    bridge.spawn(agentOf("b", log, b));
    bridge.request("a", [call("a1")]);
    bridge.request("a", [call("a2")]);
    bridge.request("b", [call("b1")]);
    await ticks(3);
    expect(log).toEqual(["execute a1", "execute b1"]);
    a.open();
    await ticks(6);
    expect(log).toEqual(["execute a1", "execute b1", "apply a1", "execute a2", "apply a2"]);
  });

  test("of an apply is dispatched in the same tick", async () => {
    const { bridge } = bridgeOf(1);
    const rounds: ToolOutcome[] = [];
    bridge.spawn({
      id: "a",
      execute: async (calls) => calls.map((each) => [each.id, "ok"] as const),
      apply: (outcome) => {
        if (rounds.push(outcome) < 3) bridge.request("a", [call(`${rounds.length}`)]);
      },
    });
    bridge.request("a", [call("0")]);
    await ticks(4);
    expect(rounds).toHaveLength(3);
  });

  test("to an agent that is not there is refused", () => {
    expect(() => bridgeOf(1).bridge.request("nobody", [])).toThrow('there is no agent "nobody"');
  });
});

test("a failing batch is applied as an error, and a failing apply is reported", async () => {
  const { bridge, errors } = bridgeOf(1);
  const error = new Error("apply");
  const applied: ToolOutcome[] = [];
  bridge.spawn({
    id: "a",
    execute: () => {
      throw new Error("tool");
    },
    apply: (outcome) => {
      applied.push(outcome);
      throw error;
    },
  });
  bridge.request("a", [call("1")]);
  await ticks(3);
  expect(applied).toEqual([{ agent: "a", batchId: expect.any(String), error: new Error("tool") }]);
  expect(errors).toEqual([error]);
});

test("more parents waiting for children than permits finish all the same", async () => {
  const { bridge } = bridgeOf(1);
  const applied: string[] = [];
  const spawnFamily = (name: string): void => {
    const done = new Gate();
    bridge.spawn({
      id: `child of ${name}`,
      execute: async () => [],
      apply: () => done.open(),
    });
    bridge.spawn({
      id: name,
      execute: async () => {
        bridge.request(`child of ${name}`, [call("child")]);
        await offLane(() => done.promise);
        return [];
      },
      apply: () => applied.push(name),
    });
    bridge.request(name, [call("parent")]);
  };
  for (const name of ["a", "b", "c"]) spawnFamily(name);
  await ticks(20);
  expect(applied.toSorted()).toEqual(["a", "b", "c"]);
});

test("a tick that a body's request has caused belongs to no batch", async () => {
  const { bridge } = bridgeOf(2);
  const [gate, otherGate] = [new Gate(), new Gate()];
  bridge.spawn({
    id: "other",
    execute: async () => {
      await otherGate.promise;
      return [];
    },
    apply: () => void offLane(() => gate.promise),
  });
  bridge.spawn({
    id: "a",
    execute: async () => {
      bridge.request("other", [call("2")]);
      // In time for the tick that this request has asked for.
      otherGate.open();
      await gate.promise;
      return [];
    },
    apply: () => {},
  });
  bridge.request("other", [call("1")]);
  bridge.request("a", [call("1")]);
  await ticks(6);
  expect(bridge.stats()).toEqual({ queued: 0, busy: 1, parked: 0, workers: 2 });
  gate.open();
  await bridge.close();
});

describe("despawn", () => {
  test("cancels the agent's batch and applies nothing to it, nor to a successor of its name", async () => {
    const { bridge } = bridgeOf(1);
    const log: string[] = [];
    const gate = new Gate();
    let context: LaneContext | undefined;
    bridge.spawn({
      ...agentOf("a", log, gate),
      execute: async (_calls, given) => {
        context = given;
        await gate.promise;
        return [];
      },
    });
    bridge.request("a", [call("1")]);
    bridge.request("a", [call("never")]);
    await ticks(1);
    expect(context?.signal.aborted).toBe(false);
    bridge.despawn("a");
    expect(context?.signal.aborted).toBe(true);
    bridge.spawn(agentOf("a", log, gate));
    gate.open();
    await ticks(3);
    expect(log).toEqual([]);
    bridge.request("a", [call("2")]);
    await ticks(3);
    expect(log).toEqual(["execute 2", "apply 2"]);
  });

  test("of an idle or unknown agent is harmless", () => {
    const { bridge } = bridgeOf(1);
    bridge.spawn(agentOf("a", [], new Gate()));
    bridge.despawn("a");
    bridge.despawn("a");
    expect(() => bridge.request("a", [])).toThrow("there is no agent");
  });
});

test("an agent is spawned once", () => {
  const { bridge } = bridgeOf(1);
  bridge.spawn(agentOf("a", [], new Gate()));
  expect(() => bridge.spawn(agentOf("a", [], new Gate()))).toThrow('agent "a" exists already');
});

describe("close", () => {
  test("resolves when the batches in flight have been applied, and dispatches nothing further", async () => {
    const { bridge } = bridgeOf(1);
    const log: string[] = [];
    const gate = new Gate();
    bridge.spawn(agentOf("a", log, gate));
    bridge.request("a", [call("1")]);
    bridge.request("a", [call("2")]);
    await ticks(1);
    const closed = bridge.close().then(() => log.push("closed"));
    expect(bridge.close()).toBe(bridge.close());
    await ticks(2);
    expect(log).toEqual(["execute 1"]);
    gate.open();
    await closed;
    expect(log).toEqual(["execute 1", "apply 1", "closed"]);
    await ticks(3);
    expect(log).toEqual(["execute 1", "apply 1", "closed"]);
  });
});
