import type { Scope } from "../space.ts";

/** The numbers of subjects and controls in a bound, smaller sums first. */
export function sizesIn({ subjects, controls }: Scope): readonly (readonly [subjects: number, controls: number])[] {
  const all: (readonly [number, number])[] = [];
  for (let s = 0; s <= subjects; s += 1) for (let c = 0; c <= controls; c += 1) if (s + c > 0) all.push([s, c]);
  return all.toSorted((a, b) => a[0] + a[1] - (b[0] + b[1]));
}
