import { AsyncLocalStorage, createHook } from "node:async_hooks";
import { afterEach, expect, test, vi } from "vitest";
import { watchAsyncHooks, watchIntrinsics } from "./sharedRealm.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("nothing is replaced by whoever uses and adds", () => {
  const replaced = watchIntrinsics();
  void new AbortController().signal;
  vi.stubGlobal("mine", 1);
  expect(replaced()).toBeUndefined();
});

test.each([
  ["Promise.prototype.then", () => vi.spyOn(Promise.prototype, "then")],
  ["Math.log", () => vi.spyOn(Math, "log")],
  ["Array.prototype.toSorted", () => vi.spyOn(Array.prototype, "toSorted")],
  ["Performance.prototype.now", () => vi.spyOn(Object.getPrototypeOf(performance) as { now(): number }, "now")],
  ["setTimeout", () => vi.stubGlobal("setTimeout", () => {})],
  ["queueMicrotask", () => vi.stubGlobal("queueMicrotask", () => {})],
  ["Map", () => vi.stubGlobal("Map", class extends Map {})],
  ["process.nextTick", () => vi.spyOn(process, "nextTick")],
])("a replaced %s is named", (name, replace) => {
  const replaced = watchIntrinsics();
  replace();
  const found = replaced();
  vi.restoreAllMocks();
  expect(found).toBe(name);
});

test("whoever enables async hooks is heard", () => {
  const heard: string[] = [];
  let who = "nobody";
  const hook = createHook({});
  const prototype = Object.getPrototypeOf(hook) as { enable: () => unknown };
  const { enable } = prototype;
  watchAsyncHooks(() => heard.push(who));
  try {
    expect(new AsyncLocalStorage().getStore()).toBeUndefined();
    expect(heard).toEqual([]);
    who = "a hook";
    hook.enable().disable();
    expect(heard).toEqual(["a hook"]);
  } finally {
    prototype.enable = enable;
  }
});
