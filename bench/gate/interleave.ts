import type { Opened } from "../suites/benchmark.ts";
import type { Sample } from "../statistics/decision.ts";
import { median } from "../statistics/median.ts";
import { calibrate, timeBlock, type BlockSize, type Clock } from "./block.ts";

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

/** How long each is run before it counts, in ms: compilers optimise in several steps. */
const WARM_UP_MS = 60;

/** How long is measured, in ms, as far as the bounds of the rounds allow. */
const MEASURED_MS = 500;
const ROUNDS_MIN = 15;
const ROUNDS_MAX = 150;

/**
 * Measures head and control against base in turn, in short blocks in the order A B B A, so that a machine that gets faster
 * or slower favours neither. Every other round has the order B A A B. A round gives one ratio; the median of the rounds does not
 * care for the blocks that something else interrupted.
 *
 * @throws WorkNotDoneError where somebody does not do the work.
 */
export async function interleave(contestants: Contestants, now: Clock): Promise<Measurement> {
  const { base, head, control } = contestants;
  const block = await settle(contestants, now);
  const pairs: { readonly head: Pair; readonly control: Pair }[] = [];
  const start = now();
  let rounds = ROUNDS_MIN;
  for (let round = 0; round < rounds; round += 1) {
    const isTurned = round % 2 === 1;
    pairs.push({
      head: await compare(base, head, block, isTurned, now),
      control: await compare(base, control, block, isTurned, now),
    });
    // What prepares a block takes its time as well, and so does a slow head.
    if (round === 0) rounds = roundsIn(MEASURED_MS, now() - start);
  }
  // Both blocks of a pair are the same work twice.
  const nsPerMs = 1e6 / (2 * block.times * block.repeats);
  return {
    head: median(pairs.map(({ head: pair }) => Math.log(pair.otherMs / pair.baseMs))),
    control: median(pairs.map(({ control: pair }) => Math.log(pair.otherMs / pair.baseMs))),
    baseNs: median(pairs.map(({ head: pair }) => pair.baseMs)) * nsPerMs,
    headNs: median(pairs.map(({ head: pair }) => pair.otherMs)) * nsPerMs,
  };
}

function roundsIn(totalMs: number, roundMs: number): number {
  return Math.round(Math.min(ROUNDS_MAX, Math.max(ROUNDS_MIN, totalMs / roundMs)));
}

/**
 * Warms all up, in turn and each for as long, and finds the size of a block on what is warm. A slow head must not take the
 * time of the others: base would be warmer than its copy.
 */
async function settle({ base, head, control }: Contestants, now: Clock): Promise<BlockSize> {
  const cold = await calibrate(base, now);
  const warmth = [base, head, control].map((contestant) => ({ contestant, ms: 0 }));
  while (warmth.some(({ ms }) => ms < WARM_UP_MS)) {
    for (const one of warmth) {
      if (one.ms >= WARM_UP_MS) continue;
      const start = now();
      await timeBlock(one.contestant, cold, now);
      one.ms += now() - start;
    }
  }
  return calibrate(base, now);
}

interface Pair {
  readonly baseMs: number;
  readonly otherMs: number;
}

async function compare(base: Opened, other: Opened, block: BlockSize, isTurned: boolean, now: Clock): Promise<Pair> {
  const [outer, inner] = isTurned ? [other, base] : [base, other];
  const first = await timeBlock(outer, block, now);
  const second = await timeBlock(inner, block, now);
  const third = await timeBlock(inner, block, now);
  const fourth = await timeBlock(outer, block, now);
  const [outerMs, innerMs] = [first + fourth, second + third];
  return isTurned ? { baseMs: innerMs, otherMs: outerMs } : { baseMs: outerMs, otherMs: innerMs };
}
