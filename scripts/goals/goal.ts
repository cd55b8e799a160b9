/** How much is measured. */
export interface Effort {
  /** Seeds instead of those of the goal. */
  readonly seeds?: number;
  /** Runs instead of those of the goal. */
  readonly runs?: number;
  /** As much as the goal says, which takes hours. */
  readonly isFull: boolean;
}

/** What was measured of one goal. Plain data: it comes from another process. */
export interface Figure {
  /** The goal in words, as in "at least 5 times fc.scheduler". */
  readonly goal: string;
  /** What came out, as in "6.1 times". */
  readonly figure: string;
  /** How much of what: seeds, runs, sizes. */
  readonly measured: string;
  readonly isReached: boolean;
  /** As much was measured as the goal asks for. */
  readonly isWhole: boolean;
}

/** One part of the goals, measured together. */
export interface Goal {
  /** What `--only` calls it. */
  readonly name: string;
  readonly measure: (effort: Effort) => Promise<readonly Figure[]>;
}

/** The number of seeds or runs: what was asked for, or all of the goal, or as many as take a minute. */
export function amount(asked: number | undefined, effort: Effort, amounts: { full: number; brief: number }): number {
  return asked ?? (effort.isFull ? amounts.full : amounts.brief);
}

/** `so far`: nothing stands against the goal, in less than it asks for. */
type Verdict = "reached" | "so far" | "missed";

function verdictOf({ isReached, isWhole }: Figure): Verdict {
  if (!isReached) return "missed";
  return isWhole ? "reached" : "so far";
}

/** A figure in three lines: verdict and goal, what came out, what it was measured with. */
export function figureText(figure: Figure): string {
  return `${verdictOf(figure).padEnd(7)}  ${figure.goal}\n         ${figure.figure}\n         measured: ${figure.measured}`;
}

/** How many goals came to which verdict, and the misses by name. */
export function summary(figures: readonly Figure[]): readonly string[] {
  const number = (verdict: Verdict): string =>
    `${figures.filter((one) => verdictOf(one) === verdict).length} ${verdict}`;
  const counts = [
    number("reached"),
    `${number("so far")} (less was measured than the goal asks for)`,
    number("missed"),
  ];
  const missed = figures.filter((one) => verdictOf(one) === "missed");
  return [
    `${figures.length} goals: ${counts.join(", ")}`,
    ...missed.map(({ goal, figure }) => `  missed: ${goal}: ${figure}`),
  ];
}

/** A count for a person. */
export function count(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 0 });
}
