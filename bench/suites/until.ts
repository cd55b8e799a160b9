import { realTimers } from "../../src/run/realTimers.ts";
import { WorkNotDoneError } from "./benchmark.ts";
import type { Chain } from "./chain.ts";

/** How long, in ms, something that an executor owes may take outside of what is measured. */
const OWED_MS_MAX = 10_000;

/**
 * Resolves once `holds` does; looks between macrotasks, so whatever the executor works with has its turn.
 *
 * @param what what is waited for, for the error: "the outcome of every command".
 * @param msMax how long it may take.
 * @throws WorkNotDoneError where it does not come, or something else is wrong meanwhile.
 */
export async function until(
  chain: Chain,
  holds: () => boolean | Promise<boolean>,
  what: string,
  msMax = OWED_MS_MAX,
): Promise<void> {
  const start = realTimers.performanceNow();
  while (!(await holds())) {
    chain.check();
    if (realTimers.performanceNow() - start > msMax) {
      throw new WorkNotDoneError(`expected ${what}, and ${msMax / 1000} seconds later it had not come`);
    }
    await new Promise<void>((resolve) => {
      realTimers.setImmediate(resolve);
    });
  }
}
