import { macrotask, realTimers } from "../../src/run/realTimers.ts";
import { SlowFillError } from "./benchmark.ts";

/** How long, in ms, an executor may take to be set up. */
const FILL_MS_MAX = 20_000;

/** Between two looks at the clock. */
const CHUNK = 500;

/**
 * Does something `count` times before anything is measured; what an executor does about it in microtasks has been done
 * when this resolves.
 *
 * @throws SlowFillError where it takes too long.
 */
export async function fill(count: number, act: () => void | Promise<void>): Promise<void> {
  const start = realTimers.performanceNow();
  for (let done = 0; done < count; done += 1) {
    const acting = act();
    if (acting !== undefined) await acting;
    if (done % CHUNK !== CHUNK - 1) continue;
    await macrotask();
    const seconds = FILL_MS_MAX / 1000;
    if (realTimers.performanceNow() - start > FILL_MS_MAX) {
      throw new SlowFillError(`${done + 1} of ${count} took more than ${seconds} seconds to set up`);
    }
  }
  await macrotask();
}
