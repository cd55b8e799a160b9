import { macrotask, realTimers } from "../../src/run/realTimers.ts";
import type { Chain } from "./chain.ts";

/** Long enough for a timer of a millisecond to come, in ms. */
const TIMER_MS = 2;

/**
 * Lets reactions, macrotasks and short timers have their turn while nothing is due: whoever does not wait for what it has to
 * wait for shows it here.
 *
 * @throws WorkNotDoneError where something was wrong meanwhile.
 */
export async function quiet(chain: Chain): Promise<void> {
  await macrotask();
  await new Promise<void>((resolve) => {
    realTimers.setTimeout(resolve, TIMER_MS);
  });
  await macrotask();
  chain.check();
}
