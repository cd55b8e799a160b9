import type { BeginStrategy } from "./strategy.ts";

/** Every step that is enabled equally often. */
export const uniform: BeginStrategy = (random) => ({ next: (menu) => random.nextInt(0, menu.size - 1) });
