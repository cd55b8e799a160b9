import type { Opened } from "../suites/benchmark.ts";
import type { Sample } from "../statistics/decision.ts";
import { median } from "../statistics/median.ts";
import { calibrate, timeBlock, type BlockSize } from "./block.ts";
import type { Meter } from "./meter.ts";

/** The same benchmark, ready on three instances: `control` is base once more. */
export interface Contestants {
  readonly base: Opened;
  readonly head: Opened;
  readonly control: Opened;
}

/** What one process measured. */
export interface Measurement extends Sample {
  /** Nanoseconds for each operation: the median of the blocks. */
  readonly baseNs: number;
  /** The same of head. */
  readonly headNs: number;
}

/** How long each is run before it counts, as a share of what is measured: compilers optimise in several steps. */
const WARM_UP = 0.2;

/** The fewest rounds; below it nothing is left out either. */
const ROUNDS_MIN = 15;

/**
 * Measures head and control against base in turn, in short blocks in the order A B B A, so that a machine that gets faster
 * or slower favours neither; every other round has the order B A A B. A round gives one ratio of each. Rounds in the middle of
 * which others were given the processor are left out, and the median of the rest does not care for a few that were disturbed
 * otherwise.
 *
 * @param timeMs how long is measured, in ms of processor time, as far as the fewest rounds allow.
 * @throws WorkNotDoneError where somebody does not do the work.
 */
export async function interleave(contestants: Contestants, timeMs: number, meter: Meter): Promise<Measurement> {
  const { base, head, control } = contestants;
  const block = await settle(contestants, WARM_UP * timeMs, meter);
  const rounds: { readonly head: Pair; readonly control: Pair }[] = [];
  const end = meter.cpu() + timeMs;
  while (rounds.length < ROUNDS_MIN || meter.cpu() < end) {
    const isTurned = rounds.length % 2 === 1;
    rounds.push({
      head: await compare(base, head, block, isTurned, meter),
      control: await compare(base, control, block, isTurned, meter),
    });
  }
  const headPairs = undisturbed(rounds.map((round) => round.head));
  const controlPairs = undisturbed(rounds.map((round) => round.control));
  // Both blocks of a pair are the same work twice.
  const nsPerMs = 1e6 / (2 * block.times * block.repeats);
  return {
    head: median(headPairs.map(logRatio)),
    control: median(controlPairs.map(logRatio)),
    baseNs: median(headPairs.map(({ baseMs }) => baseMs)) * nsPerMs,
    headNs: median(headPairs.map(({ otherMs }) => otherMs)) * nsPerMs,
  };
}

/**
 * Warms all up, in turn and each for as long, and finds the size of a block on what is warm. A slow head must not take the
 * time of the others: base would be warmer than its copy.
 */
async function settle({ base, head, control }: Contestants, warmUpMs: number, { now, cpu }: Meter): Promise<BlockSize> {
  const cold = await calibrate(base, now);
  const warmth = [base, head, control].map((contestant) => ({ contestant, ms: 0 }));
  while (warmth.some(({ ms }) => ms < warmUpMs)) {
    for (const one of warmth) {
      if (one.ms >= warmUpMs) continue;
      const start = cpu();
      await timeBlock(one.contestant, cold, now);
      one.ms += cpu() - start;
    }
  }
  return calibrate(base, now);
}

interface Pair {
  readonly baseMs: number;
  readonly otherMs: number;
  /** Whether others were given the processor meanwhile. */
  readonly disturbed: boolean;
}

async function compare(
  base: Opened,
  other: Opened,
  block: BlockSize,
  isTurned: boolean,
  { now, interruptions }: Meter,
): Promise<Pair> {
  const before = interruptions();
  const [outer, inner] = isTurned ? [other, base] : [base, other];
  const first = await timeBlock(outer, block, now);
  const second = await timeBlock(inner, block, now);
  const third = await timeBlock(inner, block, now);
  const fourth = await timeBlock(outer, block, now);
  const [outerMs, innerMs] = [first + fourth, second + third];
  const disturbed = interruptions() !== before;
  return isTurned ? { baseMs: innerMs, otherMs: outerMs, disturbed } : { baseMs: outerMs, otherMs: innerMs, disturbed };
}

function undisturbed(pairs: readonly Pair[]): readonly Pair[] {
  const kept = pairs.filter(({ disturbed }) => !disturbed);
  return kept.length < ROUNDS_MIN ? pairs : kept;
}

function logRatio({ baseMs, otherMs }: Pair): number {
  return Math.log(otherMs / baseMs);
}
