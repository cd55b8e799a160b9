import type { Scenario } from "../contract/scenario.ts";
import type { BrokenRun, DeterminismResult } from "../contract/verdict.ts";
import type { Scope } from "../scenario/space.ts";
import { CHUNK_RUNS, chunkSeed } from "./random.ts";
import type { StuckSteps } from "./stuck.ts";

/** The parts of a campaign, in their order. */
export type Phase = Chunk["phase"];

/**
 * A piece of a campaign, as plain data. It gives the same result wherever it is run and whatever is run beside it, so that
 * threads and shards come to the same set.
 */
export type Chunk =
  | { readonly phase: "corpus"; readonly scenarios: readonly Scenario[] }
  /** So many scenarios of the enumeration, from the one with this index on. */
  | { readonly phase: "exhaustive"; readonly scope: Scope; readonly from: number; readonly count: number }
  /** The first scenarios of one seed. */
  | { readonly phase: "random"; readonly seed: number; readonly count: number };

/** What bounds one piece from outside. */
export interface ChunkLimits {
  /** Scenarios that contain these steps are left out. */
  readonly stuck: readonly StuckSteps[];
  /** No run begins after this moment, in ms since the epoch. */
  readonly until?: number;
  /** No more runs than these. */
  readonly runsMax?: number;
}

/** The first run of a piece that broke a rule. */
export interface Found {
  readonly rule: string;
  readonly message: string;
  readonly run: BrokenRun;
  /** `corpus`, `exhaustive`, or the name of a strategy. */
  readonly foundBy: string;
  /** The scenario had been pruned, and was run to see whether rightly. */
  readonly audited?: true;
}

/** What came of one piece of a campaign, as plain data. */
export interface ChunkResult {
  readonly runs: number;
  /** Scenarios that were left out because of the steps they contain. */
  readonly notRun: number;
  /** Every scenario that there was has been run or left out: nothing comes after this piece. */
  readonly ended: boolean;
  readonly cutShort: boolean;
  /** How often each rule was exercised, in the order of the rules. */
  readonly exercised: readonly number[];
  readonly skippedSteps: { readonly skipped: number; readonly total: number };
  readonly lateRuns: number;
  /** In how many runs each situation occurred, in the order of the profile's situations that apply. */
  readonly situations: readonly number[];
  /** Runs by strategy. */
  readonly strategies: Readonly<Record<string, number>>;
  readonly determinism: DeterminismResult;
  readonly found: readonly Found[];
  /** What broke in the adapter or in the kit; the rest of the piece was not run. */
  readonly error?: string;
}

/** The part of a campaign that is run here; from 1 to `count`. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Long enough to make the way to another thread cheap, short enough to share the small scope out evenly. */
const EXHAUSTIVE_COUNT = 2000;

/** The enumeration in pieces, without end: whoever runs one finds out where it ends. */
export function* exhaustiveChunks(scope: Scope): IterableIterator<Chunk> {
  for (let from = 0; ; from += EXHAUSTIVE_COUNT) yield { phase: "exhaustive", scope, from, count: EXHAUSTIVE_COUNT };
}

/** The random runs in pieces, each with a seed of its own. */
export function* randomChunks(seed: number, runs: number): IterableIterator<Chunk> {
  for (let from = 0; from < runs; from += CHUNK_RUNS) {
    yield { phase: "random", seed: chunkSeed(seed, from / CHUNK_RUNS), count: Math.min(CHUNK_RUNS, runs - from) };
  }
}

/** Every `count`th piece: all shards together run each piece exactly once. */
export function* ofShard(chunks: Iterable<Chunk>, shard: Shard | undefined): IterableIterator<Chunk> {
  if (shard === undefined) return yield* chunks;
  let at = 0;
  for (const chunk of chunks) {
    if (at % shard.count === shard.index - 1) yield chunk;
    at += 1;
  }
}
