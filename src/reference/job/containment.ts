/**
 * Runs code that is not ours. What it throws, or what the promise it returns rejects with, goes to `report` and no further.
 *
 * Its promise is not awaited: a hook that never settles holds nothing up.
 */
export function contain(foreign: () => unknown, report: (error: unknown) => void): void {
  try {
    containPromise(foreign(), report);
  } catch (error) {
    report(error);
  }
}

/** The half of `contain` for a value that has already been returned. */
export function containPromise(returned: unknown, report: (error: unknown) => void): void {
  if (isThenable(returned)) void Promise.resolve(returned).then(undefined, report);
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    ((typeof value === "object" && value !== null) || typeof value === "function") &&
    "then" in value &&
    typeof value.then === "function"
  );
}
