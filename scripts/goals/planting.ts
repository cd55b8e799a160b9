import type { CheckableAdapter } from "executor-conformance";

/** Something that was made to escape. */
export interface Escape {
  /** Index of the step in which the executor was called. */
  readonly step: number;
  /** Different for each. */
  readonly message: string;
}

/** The ways in which something can leave an executor other than by its answers. */
const PLANT = {
  "a rejection": (message) => void Promise.reject(new Error(message)),
  "a rejection some reactions later": (message) => {
    let promise = Promise.resolve();
    for (let hop = 0; hop < HOPS; hop += 1) promise = promise.then(() => {});
    void promise.then(() => {
      throw new Error(message);
    });
  },
  "a throw in a microtask": (message) => {
    queueMicrotask(() => {
      throw new Error(message);
    });
  },
  "a throw in a next tick": (message) => {
    process.nextTick(() => {
      throw new Error(message);
    });
  },
  "a throw in a timer": (message) => {
    setTimeout(() => {
      throw new Error(message);
    }, 0);
  },
} as const satisfies Readonly<Record<string, (message: string) => void>>;

const HOPS = 4;

type Way = keyof typeof PLANT;
export const WAYS = Object.keys(PLANT) as readonly Way[];

/**
 * What a run asks for without calling, calls at its end, or calls at rest: a timer that is set at rest fires in the wake of the
 * next step.
 */
const LEFT_ALONE: ReadonlySet<string | symbol> = new Set(["then", "dispose", "idle", "stats"]);

/** In which call of an executor something escapes, counted from 0: one call of the first so many. */
const CALLS = 7;

/**
 * The executors of an adapter, from one call of each of which something escapes: each time another call, and in another way.
 *
 * @param onPlant told how; gives the message.
 */
export function planting(adapter: CheckableAdapter, onPlant: (how: Way) => string): CheckableAdapter {
  let created = 0;
  return {
    ...adapter,
    create(host) {
      const [at, how] = [created % CALLS, WAYS[created % WAYS.length]];
      created += 1;
      let calls = 0;
      return watched(adapter.create(host) as object, () => {
        if (calls === at && how !== undefined) PLANT[how](onPlant(how));
        calls += 1;
      });
    },
  };
}

/** The executor; `onCall` comes before each call of one of its methods. */
function watched(executor: object, onCall: () => void): object {
  return new Proxy(executor, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== "function" || LEFT_ALONE.has(key)) return value;
      return (...args: unknown[]): unknown => {
        onCall();
        return Reflect.apply(value, target, args);
      };
    },
  });
}
