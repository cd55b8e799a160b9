const UNITS = [
  { from: 1e9, unit: "s" },
  { from: 1e6, unit: "ms" },
  { from: 1e3, unit: "us" },
  { from: 0, unit: "ns" },
] as const;

/** A time with three digits and its unit: "145 ns", "1.07 ms". */
export function duration(ns: number): string {
  const { from, unit } = UNITS.find((one) => ns >= one.from) ?? UNITS[3];
  const value = ns / Math.max(from, 1);
  return `${value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)} ${unit}`;
}

/** Operations a second, short: "6.9 M", "812 k". */
export function rate(perSecond: number): string {
  if (perSecond >= 1e6) return `${(perSecond / 1e6).toFixed(1)} M`;
  if (perSecond >= 1e3) return `${(perSecond / 1e3).toFixed(0)} k`;
  return perSecond.toFixed(0);
}
