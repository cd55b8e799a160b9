import type { RandomSource } from "./space.ts";
import { THROWN_KINDS, type ThrownKind } from "./thrown.ts";

/** True once in so many times. */
export function oneIn(random: RandomSource, count: number): boolean {
  return random.nextInt(1, count) === 1;
}

/** Any of the items; undefined where there is none. */
export function pick<T>(random: RandomSource, items: readonly T[]): T | undefined {
  return items.length === 0 ? undefined : items[random.nextInt(0, items.length - 1)];
}

/** Half of what fails throws a plain error; the rest throws what people forget. */
export function thrown(random: RandomSource): ThrownKind {
  return oneIn(random, 2) ? "error" : (pick(random, THROWN_KINDS) ?? "error");
}

/** The same as a field of a step, which a plain error leaves out. */
export function someThrown(random: RandomSource): { readonly thrown?: ThrownKind } {
  const kind = thrown(random);
  return kind === "error" ? {} : { thrown: kind };
}
