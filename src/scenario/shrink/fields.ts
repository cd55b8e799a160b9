import { SETTLED_KINDS, THROWN_KINDS } from "../thrown.ts";

/** The step without one of these optional fields, for each that it has. */
export function without<T extends object>(step: T, ...keys: readonly string[]): T[] {
  return keys.filter((key) => key in step).map((key) => dropped(step, key));
}

/** The step without that field. */
export function dropped<T extends object>(step: T, key: string): T {
  return Object.fromEntries(Object.entries(step).filter(([name]) => name !== key)) as T;
}

/** The step with each value of that field that comes before its own. */
export function lowered<T extends object>(step: T, key: string, values: readonly unknown[]): T[] {
  if (!(key in step)) return [];
  const at = values.indexOf((step as Record<string, unknown>)[key]);
  return values.slice(0, Math.max(0, at)).map((value) => ({ ...step, [key]: value }));
}

/** The step with a plain error in place of what it throws, and with what is less odd than that. */
export function withPlainerError<T extends object>(step: T): T[] {
  return [...without(step, "thrown"), ...lowered(step, "thrown", THROWN_KINDS)];
}

/** What the optional fields that several profiles know weigh; undefined: none of them. */
export function weightOfCommon(key: string, value: unknown): number | undefined {
  switch (key) {
    case "thrown":
    case "throws":
      return 1 + THROWN_KINDS.indexOf(value as (typeof THROWN_KINDS)[number]);
    case "value":
      return 1 + SETTLED_KINDS.indexOf(value as (typeof SETTLED_KINDS)[number]);
    case "ms":
      return value as number;
    default:
      return undefined;
  }
}

/** Shorter times, none below `least`, so that the shortest is found in a few tries. */
export function sooner<T extends { readonly ms: number }>(step: T, least: number): T[] {
  const times = [least, Math.floor(step.ms / 2), step.ms - 1000, step.ms - 100, step.ms - 10, step.ms - 1];
  return [...new Set(times)].filter((ms) => ms >= least && ms < step.ms).map((ms) => ({ ...step, ms }));
}
