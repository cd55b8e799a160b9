import { expect, test, vi } from "vitest";
import { quiescence } from "../fixtures/gate.ts";
import { TickLoop } from "./tick-loop.ts";

test("sleeps until it is woken, with nothing scheduled", async () => {
  const immediate = vi.spyOn(globalThis, "setImmediate");
  const log: string[] = [];
  const loop = new TickLoop([() => log.push("tick")]);
  expect(immediate).not.toHaveBeenCalled();
  loop.wake();
  await quiescence();
  immediate.mockClear();
  await quiescence();
  expect(log).toEqual(["tick"]);
  expect(immediate).toHaveBeenCalledTimes(1); // by the line above
  immediate.mockRestore();
});

test("runs the systems in order, and none inside wake", async () => {
  const log: string[] = [];
  const loop = new TickLoop([() => log.push("first"), () => log.push("second")]);
  loop.wake();
  expect(log).toEqual([]);
  await quiescence();
  expect(log).toEqual(["first", "second"]);
});

test("wakes between two ticks make one tick", async () => {
  const log: string[] = [];
  const loop = new TickLoop([() => log.push("tick")]);
  loop.wake();
  loop.wake();
  await Promise.resolve();
  loop.wake();
  await quiescence();
  expect(log).toEqual(["tick"]);
});

test("a wake during a tick makes another one", async () => {
  const log: string[] = [];
  const loop: TickLoop = new TickLoop([
    () => {
      if (log.push("tick") < 3) loop.wake();
    },
  ]);
  loop.wake();
  await quiescence();
  expect(log).toEqual(["tick"]);
  await quiescence();
  await quiescence();
  await quiescence();
  expect(log).toEqual(["tick", "tick", "tick"]);
});

test("a tick can be taken back and asked for again", async () => {
  const log: string[] = [];
  const loop = new TickLoop([() => log.push("tick")]);
  loop.wake();
  loop.cancelTick();
  await quiescence();
  expect(log).toEqual([]);
  loop.wake();
  await quiescence();
  expect(log).toEqual(["tick"]);
});
