import { realTimers } from "./realTimers.ts";

/**
 * How the kit lets everything happen that is already due: next ticks, promise reactions and rejection processing.
 *
 * - `synchronous` drains inside one macrotask through `process._tickCallback`. It is undocumented and does nothing when
 *   called from a microtask, so it is used only after a self-test, only from macrotasks, and with a sentinel in every run.
 * - `portable` lets a macrotask pass.
 */
export type DrainKind = "synchronous" | "portable";

const tickCallback = (process as { _tickCallback?: () => void })._tickCallback?.bind(process);

const settled = Promise.resolve();

/** Drains now. Only for the synchronous kind, and only from a macrotask: start every slice in a `setImmediate` callback. */
export function drainNow(): void {
  tickCallback?.();
}

/** Whether the synchronous drain does all it has to on this runtime. To be asked from a macrotask. */
function synchronousDrainWorks(): boolean {
  if (tickCallback === undefined) return false;
  let chained = false;
  let pingPong = false;
  let sentinel = false;
  const chain = async (): Promise<void> => {
    for (let hop = 0; hop < 1000; hop += 1) await settled;
    chained = true;
  };
  const bounce = (left: number): void => {
    if (left === 0) pingPong = true;
    else if (left % 2 === 0) process.nextTick(bounce, left - 1);
    else void Promise.resolve().then(() => bounce(left - 1));
  };
  void chain();
  bounce(20);
  queueMicrotask(() => {
    sentinel = true;
  });
  tickCallback();
  return chained && pingPong && sentinel;
}

let verified: Promise<DrainKind> | undefined;

/** The fastest kind that passes its self-test here; tested once for each process. */
export function bestDrain(): Promise<DrainKind> {
  verified ??= new Promise((resolve) => {
    realTimers.setImmediate(() => resolve(synchronousDrainWorks() ? "synchronous" : "portable"));
  });
  return verified;
}
