import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { domainProfile } from "../profiles/index.ts";
import type { DomainStep } from "../scenario/domain/steps.ts";
import type { DomainRecord } from "../contract/domain-trace.ts";
import type { DrainKind } from "./drain.ts";
import { domainOf, only, recordsOf } from "./fixtures/domains.ts";
import { Runner } from "./runner.ts";
import { AdapterError } from "./world.ts";

const drains: readonly DrainKind[] = ["synchronous", "portable"];

const handle: DomainStep = { op: "handle", command: "c1" };

describe.each(drains)("a run with the %s drain", (drain) => {
  test("lets a chain of a thousand awaits end before the next step", async () => {
    let hops = 0;
    const adapter = domainOf(() => ({
      handle() {
        void (async () => {
          for (hops = 0; hops < 1000; hops += 1) await undefined;
        })();
      },
      rearm() {
        expect(hops).toBe(1000);
      },
    }));
    await recordsOf(adapter, [handle, { op: "rearm" }], { drain });
    expect(hops).toBe(1000);
  });

  test("performs steps in one turn, or that many microtask hops later", async () => {
    const order: string[] = [];
    const adapter = domainOf(() => ({
      handle({ commandId }) {
        order.push(commandId);
        void (async () => {
          for (let hop = 1; hop <= 4; hop += 1) {
            await undefined;
            order.push(`${commandId} after ${hop}`);
          }
        })();
      },
    }));
    await recordsOf(
      adapter,
      [
        { ...handle, gap: "turn" },
        { op: "handle", command: "c2", gap: 3 },
        { op: "handle", command: "c3" },
      ],
      { drain },
    );
    expect(order.slice(0, 2)).toEqual(["c1", "c2"]);
    expect(order.indexOf("c3")).toBeGreaterThan(order.indexOf("c1 after 2"));
    expect(order.indexOf("c3")).toBeLessThan(order.indexOf("c1 after 4"));
  });

  test("attributes a rejection nobody handled to its step", async () => {
    const adapter = domainOf(() => ({
      rearm() {
        void Promise.reject(new Error("lost"));
      },
    }));
    const escapes = only(await recordsOf(adapter, [handle, { op: "rearm" }, { op: "rearm" }], { drain }), "escape");
    expect(escapes.map(({ how, step }) => [how, step])).toEqual([
      ["unhandledRejection", 1],
      ["unhandledRejection", 2],
    ]);
    expect(escapes[0]?.message).toBe("Error: lost");
  });

  test.each([
    ["a microtask", (thrower: () => void) => queueMicrotask(thrower)],
    ["a next tick", (thrower: () => void) => process.nextTick(thrower)],
    ["a timer", (thrower: () => void) => setTimeout(thrower, 0)],
    ["an immediate", (thrower: () => void) => setImmediate(thrower)],
  ])("attributes an exception in %s to its step, and goes on", async (_, later) => {
    const adapter = domainOf(() => ({
      handle: () =>
        later(() => {
          throw new Error("thrown late");
        }),
    }));
    const records = await recordsOf(adapter, [{ op: "rearm" }, handle, { op: "rearm" }], { drain });
    expect(only(records, "escape").map(({ how, message, step }) => ({ how, message, step }))).toEqual([
      { how: "uncaughtException", message: "Error: thrown late", step: 1 },
    ]);
    expect(only(records, "rearm")).toHaveLength(2);
  });

  test("moves time only as steps and the end of the run say", async () => {
    const seen: number[] = [];
    const adapter = domainOf(() => ({
      handle() {
        setTimeout(() => seen.push(Date.now()), 500);
        setTimeout(() => seen.push(Date.now()), 5000);
      },
      rearm: () => seen.push(Date.now()),
    }));
    await recordsOf(adapter, [handle, { op: "rearm" }, { op: "advance", ms: 600 }, { op: "rearm" }], { drain });
    expect(seen).toEqual([0, 500, 600, 5000]);
  });

  test("counts an interval that never ends as left behind, and dispose can end it", async () => {
    const leaking = domainOf(() => ({ handle: () => void setInterval(() => {}, 10) }));
    expect(only(await recordsOf(leaking, [handle], { drain }), "left")).toHaveLength(1);
    const tidy = domainOf(() => {
      let timer: NodeJS.Timeout | undefined;
      return { handle: () => void (timer = setInterval(() => {}, 10)), dispose: () => clearInterval(timer) };
    });
    expect(only(await recordsOf(tidy, [handle], { drain }), "left")).toHaveLength(0);
  });

  test("awaits a create that needs timers, virtual ones or real work", async () => {
    const adapter = domainOf(async () => {
      await new Promise((resolve) => setTimeout(resolve, 60_000));
      await readFile(new URL(import.meta.url));
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { handle: () => {}, halt: () => Promise.resolve(), rearm: () => {} };
    });
    expect(only(await recordsOf(adapter, [handle], { drain }), "handle")).toHaveLength(1);
  });

  test.each([
    [
      "throws",
      () => domainOf(() => fail("no executor today")),
      /create\(\) of the adapter "in-test" threw Error: no exec/,
    ],
    ["rejects", () => domainOf(async () => fail("not today")), /threw Error: not today/],
    ["gives nothing", () => ({ ...domainOf(() => ({})), create: () => undefined as never }), /got undefined/],
    ["lacks a method", () => domainOf(() => ({ halt: undefined as never })), /the method halt\(\), got none/],
    [
      "lacks the method of a capability",
      () => domainOf(() => ({}), { capabilities: { budget: true } }),
      /declares the capability budget, but its executor has no method haltToolDomain\(\)/,
    ],
  ])("is an error of the adapter when create %s", async (_, adapter, message) => {
    const run = recordsOf(adapter(), [handle], { drain });
    await expect(run).rejects.toThrow(AdapterError);
    await expect(run).rejects.toThrow(message);
  });

  test("puts timers and listeners of the surroundings back", async () => {
    const before = surroundings();
    await recordsOf(
      domainOf(() => ({})),
      [handle],
      { drain },
    );
    expect(surroundings()).toEqual(before);
  });
});

test("two campaigns in one process take turns", async () => {
  const traces = await Promise.all(
    drains.map((drain) =>
      recordsOf(
        domainOf(() => ({})),
        [handle, { op: "rearm" }],
        { drain },
      ),
    ),
  );
  expect(traces[0]).toEqual(traces[1]);
});

test("what an executor does after its run is late activity of that run", async () => {
  const later: (() => void)[] = [];
  const adapter = domainOf((host) => ({
    handle: () => void later.push(() => host.sink.emit({ kind: "tool.halted", haltId: "late" })),
  }));
  const runner = new Runner<DomainStep, DomainRecord>(domainProfile, adapter);
  const { trace } = await runner.run({ profile: "domain", setup: {}, steps: [handle] });
  expect(runner.lateRuns).toBe(0);
  for (const act of later) act();
  expect(runner.lateRuns).toBe(1);
  expect(only(trace.records, "emit")).toHaveLength(0);
});

test("a run in real time waits for short timers and for files", async () => {
  const adapter = domainOf(
    (host) => ({
      handle({ commandId, dlineTid }) {
        void host.runner.runBlock({ commandId, dlineTid }).then(async () => {
          await readFile(new URL(import.meta.url));
          await new Promise((resolve) => setTimeout(resolve, 20));
          host.sink.emit({ kind: "tool.block_result", commandId, dlineTid });
        });
      },
    }),
    { realTime: true },
  );
  const records = await recordsOf(adapter, [handle, { op: "settle", command: "c1" }, { op: "rearm" }]);
  const [emit] = only(records, "emit");
  expect(emit?.step).toBe(1);
});

function surroundings(): readonly unknown[] {
  return [setTimeout, setImmediate, Date, process.listeners("unhandledRejection")];
}

function fail(message: string): never {
  throw new Error(message);
}

describe("a hostile executor does not break the kit", () => {
  const refuse = (): never => fail("hands off");

  test("whose promises are thenables that throw, or settle twice", async () => {
    const adapter = domainOf(() => ({
      handle: () => Object.defineProperty({}, "then", { get: refuse }) as unknown as void,
      halt: () =>
        ({
          // oxlint-disable-next-line unicorn/no-thenable -- the point of the test
          then(resolve: () => void, reject: (error: unknown) => void) {
            resolve();
            reject(new Error("twice"));
            refuse();
          },
        }) as unknown as Promise<void>,
    }));
    const records = await recordsOf(adapter, [handle, { op: "halt", halt: "h1" }]);
    expect(only(records, "handled")[0]?.returned).toBe("value");
    expect(only(records, "halt-settled").map(({ how }) => how)).toEqual(["resolved"]);
    expect(only(records, "escape")).toEqual([]);
  });

  test("whose events and commands refuse to be read", async () => {
    const adapter = domainOf((host) => ({
      handle() {
        host.sink.emit(new Proxy({} as never, { get: refuse, has: refuse }));
        host.sink.emit(undefined as never);
      },
    }));
    const records = await recordsOf(adapter, [handle]);
    expect(only(records, "emit").map(({ event }) => event.kind)).toEqual([
      "an event that refuses to be read",
      "undefined",
    ]);
  });

  test("whose methods refuse to be read", async () => {
    const adapter = { ...domainOf(() => ({})), create: () => new Proxy({} as never, { get: refuse }) };
    await expect(recordsOf(adapter, [handle])).rejects.toThrow(AdapterError);
  });
});
