import { createHook } from "node:async_hooks";
import { EventEmitter } from "node:events";
import { promiseHooks } from "node:v8";

/** What was made and done while counting. */
export interface Counts {
  readonly promises: number;
  /** Reactions that ran: callbacks of `then`, and returns from `await`. */
  readonly reactions: number;
  /** Timeouts, intervals and immediates that were armed. */
  readonly timers: number;
  /** Listeners that were added to event targets, signals included, and to emitters. */
  readonly listeners: number;
}

/** The fields of counts, in the order in which they are shown. */
export const WHAT: readonly (keyof Counts)[] = ["promises", "reactions", "timers", "listeners"];

/** How Node names the resources that are timers, however they were made. */
const TIMERS = new Set(["Timeout", "Immediate"]);

/**
 * Counts what a synchronous piece of code does; `act` drains what it leaves to reactions itself, so that nothing of anybody else
 * can come between. The counts are exact, and the same on every run.
 */
export function count(act: () => void): Counts {
  let [promises, reactions, timers, listeners] = [0, 0, 0, 0];
  const ofListeners = countListeners(() => (listeners += 1));
  const ofResources = createHook({
    init(_id, type) {
      if (TIMERS.has(type)) timers += 1;
    },
  });
  ofResources.enable();
  const stop = promiseHooks.createHook({
    init: () => (promises += 1),
    before: () => (reactions += 1),
  });
  try {
    act();
  } finally {
    stop();
    ofResources.disable();
    ofListeners.restore();
  }
  return { promises, reactions, timers, listeners };
}

/**
 * Keeps promise hooks on until the function that it gives is called. A reaction is reported only where its promise was made
 * with hooks on: whatever takes part in what is counted has to be made meanwhile.
 */
export function keepHooksOn(): () => void {
  return promiseHooks.createHook({ init: ignore, before: ignore }) as () => void;
}

function ignore(): void {}

type AddListener = (this: unknown, ...args: unknown[]) => unknown;

/** Every way to add a listener; `addListener` of emitters is `on`, and their `once` calls it. */
const WAYS = [
  { owner: EventTarget.prototype, method: "addEventListener" },
  { owner: EventEmitter.prototype, method: "on" },
  { owner: EventEmitter.prototype, method: "addListener" },
  { owner: EventEmitter.prototype, method: "prependListener" },
] as const;

function countListeners(onAdded: () => void): { readonly restore: () => void } {
  const replaced = WAYS.map(({ owner, method }) => {
    const methods = owner as unknown as Record<string, AddListener>;
    const own = methods[method] as AddListener;
    methods[method] = function counted(...args) {
      onAdded();
      return own.apply(this, args);
    };
    return () => {
      methods[method] = own;
    };
  });
  return { restore: () => replaced.forEach((restore) => restore()) };
}
