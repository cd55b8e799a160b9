import type { BeginStrategy } from "./strategy.ts";

/** As often as the model of the profile says: what breaks executors more often. */
export const weighted: BeginStrategy = (random) => ({ next: (menu) => menu.pick(random) });
