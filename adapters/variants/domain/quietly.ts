/** Calls the host; what it throws is its own affair. */
export function quietly(call: () => void): void {
  try {
    call();
  } catch {
    // Nobody is left to tell.
  }
}
