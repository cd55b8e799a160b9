import { runOutside } from "./scope.ts";

const ignore = (): void => {};

/**
 * Calls the host outside any batch. What the host throws, at once or through a promise, ends here: the lane owes its
 * permits and the other outcomes to everybody else (rule `lane/host-fault-contained`), and the one party that could be
 * told is the one that failed.
 */
export function callHost(call: () => unknown): void {
  try {
    const returned = runOutside(call);
    if (returned !== undefined) Promise.resolve(returned).catch(ignore);
  } catch {
    // The host's own fault, see above.
  }
}
