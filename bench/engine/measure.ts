/** Figures of one quantity, in the order they were measured. */
export interface Figures {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function figuresOf(values: readonly number[]): Figures {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (place: number): number => sorted[place] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return { median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2, min: at(0), max: at(sorted.length - 1) };
}

/**
 * How many runs a second of processor time: `block` says how many it did. Both sides of a comparison have one thread, and
 * a machine that is busy with something else costs them no processor time.
 */
export async function rateOf(block: () => Promise<number>): Promise<number> {
  const start = process.cpuUsage();
  const runs = await block();
  const { user, system } = process.cpuUsage(start);
  return (runs / (user + system)) * 1_000_000;
}

/** One round of blocks in the order A B B A, so that a machine that gets slower or faster favours neither. */
export interface Round {
  readonly a: number;
  readonly b: number;
}

/** Runs `count` rounds, after one that only warms up. Blocks are numbered, so that each can have seeds of its own. */
export async function roundsOf(
  count: number,
  a: (block: number) => Promise<number>,
  b: (block: number) => Promise<number>,
): Promise<readonly Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round <= count; round += 1) {
    const [first, second] = [2 * round, 2 * round + 1];
    const a1 = await rateOf(() => a(first));
    const b1 = await rateOf(() => b(first));
    const b2 = await rateOf(() => b(second));
    const a2 = await rateOf(() => a(second));
    if (round > 0) rounds.push({ a: harmonicMean(a1, a2), b: harmonicMean(b1, b2) });
  }
  return rounds;
}

/** The mean of two rates over equal amounts of work. */
function harmonicMean(a: number, b: number): number {
  return 2 / (1 / a + 1 / b);
}
