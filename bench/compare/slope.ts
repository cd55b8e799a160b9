/** A time at a size. */
export interface Point {
  readonly size: number;
  readonly value: number;
}

/**
 * How a time grows with the size: the exponent `b` of `time ~ size ^ b`, by least squares over the logarithms of both. 0 is
 * flat, 1 linear, 2 quadratic; undefined for fewer than two sizes above 0.
 */
export function slopeOf(points: readonly Point[]): number | undefined {
  const logs = points
    .filter(({ size, value }) => size > 0 && value > 0)
    .map(({ size, value }) => ({ x: Math.log(size), y: Math.log(value) }));
  const mean = (of: (point: { x: number; y: number }) => number): number =>
    logs.reduce((sum, point) => sum + of(point), 0) / logs.length;
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)];
  const variance = mean(({ x }) => (x - meanX) ** 2);
  return variance > 0 ? mean(({ x, y }) => (x - meanX) * (y - meanY)) / variance : undefined;
}
