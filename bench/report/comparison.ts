import type { ProfileName } from "executor-conformance";
import type { Machine } from "../compare/machine.ts";
import type { Spread } from "../statistics/quantiles.ts";

/** What `bench` measured; `bench.json` is this. Times are nanoseconds for one operation. */
export interface Comparison {
  readonly schemaVersion: 1;
  readonly kit: { readonly name: string; readonly version: string };
  readonly machine: Machine;
  readonly settings: { readonly timeMs: number; readonly rounds: number };
  readonly benchmarks: readonly ComparedBenchmark[];
}

/** One benchmark, with everybody who is of its profile. */
export interface ComparedBenchmark {
  readonly id: string;
  readonly profile: ProfileName;
  readonly text: string;
  /** What a size counts, in the plural. */
  readonly counts: string;
  /** The first one is the floor. */
  readonly contenders: readonly Contender[];
}

/** An adapter, and what it took; or what it would have to declare to be measured. */
export type Contender =
  | {
      readonly state: "measured";
      readonly name: string;
      readonly version?: string;
      readonly cells: readonly Cell[];
      /** The exponent by which the median grows with the size: 0 is flat, 1 linear; absent for fewer than two sizes. */
      readonly slope?: number;
      /** The same between the two neighbouring sizes where it is greatest; absent where the slope is. */
      readonly steepest?: { readonly slope: number; readonly from: number; readonly to: number };
    }
  | {
      readonly state: "not-applicable";
      readonly name: string;
      readonly version?: string;
      /** Capabilities that it does not declare. */
      readonly lacks: readonly string[];
    };

export type MeasuredContender = Extract<Contender, { state: "measured" }>;

/** One contender at one size. */
export type Cell =
  | MeasuredCell
  /** It takes too long to be set up with so many. */
  | { readonly state: "too-slow"; readonly size: number; readonly message: string }
  /** It does what it may, and no figure is to be had. */
  | { readonly state: "not-measurable"; readonly size: number; readonly message: string }
  /** It does not do the work that the figure would be for, or throws. */
  | { readonly state: "error"; readonly size: number; readonly message: string };

/** The figures of one contender at one size, over all rounds. */
export interface MeasuredCell {
  readonly state: "measured";
  readonly size: number;
  readonly latency: {
    readonly min: number;
    readonly p50: number;
    readonly p75: number;
    readonly p99: number;
    readonly p999: number;
    readonly max: number;
    readonly mean: number;
  };
  /** Operations a second, one after the other. */
  readonly throughput: number;
  /** Blocks, and the operations of each: percentiles are of the means of blocks. */
  readonly samples: number;
  readonly operationsPerSample: number;
  /** At the probabilities 0, 0.05, ... 1. */
  readonly quantiles: readonly number[];
  /** Its median over that of the floor, round by round; absent for the floor. */
  readonly ratio?: Spread;
  /** Why tinybench distrusts the figures. */
  readonly warnings: readonly string[];
}

/** The sizes at which anybody was to be measured, in order. */
export function sizesOf({ contenders }: ComparedBenchmark): readonly number[] {
  const sizes = contenders.flatMap((one) => (one.state === "measured" ? one.cells.map(({ size }) => size) : []));
  return [...new Set(sizes)].toSorted((a, b) => a - b);
}

/** The text of a comparison as JSON. */
export function serialiseComparison(comparison: Comparison): string {
  return `${JSON.stringify(comparison, undefined, 2)}\n`;
}
