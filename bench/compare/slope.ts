/** A time at a size. */
export interface Point {
  readonly size: number;
  readonly value: number;
}

/** How a time grows with the size. */
export interface Slopes {
  /** Over all sizes: 0 is flat, 1 linear, 2 quadratic. */
  readonly slope: number;
  /** The same between the two neighbouring sizes where it is greatest: a cliff at the last size hardly moves the whole. */
  readonly steepest: { readonly slope: number; readonly from: number; readonly to: number };
}

/**
 * The exponent `b` of `time ~ size ^ b`, by least squares over the logarithms of both; undefined for fewer than two sizes
 * above 0.
 *
 * @param points in the order of their sizes.
 */
export function slopesOf(points: readonly Point[]): Slopes | undefined {
  const known = points.filter(({ size, value }) => size > 0 && value > 0);
  const slope = slopeOf(known);
  if (slope === undefined) return undefined;
  const steps = known.slice(1).map((point, index) => stepTo(point, known[index] ?? point));
  return { slope, steepest: steps.reduce((most, step) => (step.slope > most.slope ? step : most)) };
}

function slopeOf(points: readonly Point[]): number | undefined {
  const logs = points.map(({ size, value }) => ({ x: Math.log(size), y: Math.log(value) }));
  const mean = (of: (point: { x: number; y: number }) => number): number =>
    logs.reduce((sum, point) => sum + of(point), 0) / logs.length;
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)];
  const variance = mean(({ x }) => (x - meanX) ** 2);
  return variance > 0 ? mean(({ x, y }) => (x - meanX) * (y - meanY)) / variance : undefined;
}

function stepTo(to: Point, from: Point): Slopes["steepest"] {
  return { slope: Math.log(to.value / from.value) / Math.log(to.size / from.size), from: from.size, to: to.size };
}
