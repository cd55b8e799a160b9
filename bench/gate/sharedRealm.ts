import { createHook } from "node:async_hooks";
import { EventEmitter } from "node:events";

/** What executors and the benchmarks themselves work with, by name: all that these objects hold is looked at. */
const HOLDERS: Readonly<Record<string, object>> = {
  Array,
  "Array.prototype": Array.prototype,
  "AbortController.prototype": AbortController.prototype,
  "AbortSignal.prototype": AbortSignal.prototype,
  "EventEmitter.prototype": EventEmitter.prototype,
  "EventTarget.prototype": EventTarget.prototype,
  "Function.prototype": Function.prototype,
  JSON,
  "Map.prototype": Map.prototype,
  Math,
  Object,
  "Object.prototype": Object.prototype,
  "Performance.prototype": Object.getPrototypeOf(performance) as object,
  Promise,
  "Promise.prototype": Promise.prototype,
  Reflect,
  "Set.prototype": Set.prototype,
  "WeakMap.prototype": WeakMap.prototype,
};

/** Of objects that change by themselves as well. */
const GLOBALS = (
  "AbortController AbortSignal Array EventTarget Map Promise Set WeakMap " +
  "clearImmediate clearInterval clearTimeout queueMicrotask setImmediate setInterval setTimeout"
).split(" ");
const OF_PROCESS = ["cpuUsage", "emit", "hrtime", "nextTick"];

interface Intrinsic {
  readonly name: string;
  readonly read: () => unknown;
}

/**
 * Remembers what everybody in this process shares, and tells what of it was replaced since. Who replaces it makes the others
 * slower or faster as well, so no ratio shows that. Nor does it show what else burdens the whole process, as threads and
 * timers do: of that nothing is seen here.
 *
 * @returns gives the name of the first that was replaced: "Promise.prototype.then".
 */
export function watchIntrinsics(): () => string | undefined {
  const all: readonly Intrinsic[] = [
    ...Object.entries(HOLDERS).flatMap(([name, holder]) =>
      Reflect.ownKeys(holder).map((key) => ({ name: `${name}${member(key)}`, read: () => heldBy(holder, key) })),
    ),
    ...GLOBALS.map((name) => ({ name, read: () => Reflect.get(globalThis, name) as unknown })),
    ...OF_PROCESS.map((name) => ({ name: `process.${name}`, read: () => Reflect.get(process, name) as unknown })),
  ];
  const before = all.map(({ read }) => read());
  return () => {
    // No method of what is looked at is needed: it may not work any more.
    for (let index = 0; index < all.length; index += 1) {
      const intrinsic = all[index];
      if (intrinsic !== undefined && intrinsic.read() !== before[index]) return intrinsic.name;
    }
    return undefined;
  };
}

function member(key: string | symbol): string {
  return typeof key === "string" ? `.${key}` : `[${key.description}]`;
}

const { getOwnPropertyDescriptor } = Object;

/** The value, or the getter, which is not to be called on a prototype. */
function heldBy(holder: object, key: string | symbol): unknown {
  const held: { readonly get?: unknown; readonly value?: unknown } = getOwnPropertyDescriptor(holder, key) ?? {};
  return held.get ?? held.value;
}

/** Calls back whenever hooks of `node:async_hooks` are enabled, also by an `AsyncLocalStorage` that is made of them. */
export function watchAsyncHooks(onEnable: () => void): void {
  const prototype = Object.getPrototypeOf(createHook({})) as { enable: () => unknown };
  const { enable } = prototype;
  prototype.enable = function (this: object) {
    onEnable();
    return Reflect.apply(enable, this, []);
  };
}
