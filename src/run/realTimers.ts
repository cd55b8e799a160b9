/**
 * The timers of the platform, captured before any run or test runner can replace them: the kit schedules its own work
 * with these, whatever the globals are at that moment.
 */
export const realTimers = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  setImmediate: globalThis.setImmediate,
  performanceNow: performance.now.bind(performance),
} as const;

/** Resolves in a later macrotask; every microtask and next tick that is due has run by then. */
export function macrotask(): Promise<void> {
  return new Promise((resolve) => {
    realTimers.setImmediate(resolve);
  });
}
