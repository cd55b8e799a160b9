/**
 * A number of permits from whatever a caller gave: a whole number from 0 to `Number.MAX_SAFE_INTEGER`, so that no
 * infinity or fraction enters the arithmetic of a semaphore. What is not a number counts as 0.
 */
export function toPermitCount(value: number): number {
  const whole = Math.trunc(value);
  return whole > 0 ? Math.min(whole, Number.MAX_SAFE_INTEGER) : 0;
}
