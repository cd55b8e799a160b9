/**
 * Calls into code that is not ours, and keeps every fault of it here: a throw, and the rejection of a promise it returns
 * although nobody asked it for one. Used where there is no one left to tell, because the faulty code *is* the one that
 * is told of faults.
 */
export function contain(call: () => unknown): void {
  try {
    containReturned(call());
  } catch {
    // Contained.
  }
}

/** The half of {@link contain} for what was returned already. Throws where it is a thenable that throws when it is asked. */
export function containReturned(returned: unknown): void {
  if (returned !== undefined) Promise.resolve(returned).then(undefined, ignore);
}

function ignore(): void {}
