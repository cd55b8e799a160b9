import type { Measurement } from "./interleave.ts";

/** One of the two executors that are compared. */
export interface Contender {
  /** The absolute path of its module. */
  readonly module: string;
  /** The name of the adapter in the module. */
  readonly adapter: string;
}

/** What one process is told to measure. */
export interface MeasureJob {
  readonly base: Contender;
  readonly head: Contender;
  /** The id of the benchmark. */
  readonly benchmark: string;
  readonly size: number;
  /** How long is measured, in ms of processor time. */
  readonly timeMs: number;
  /** Whether base is imported before head and the copy of base, or after both: what is compiled first may run otherwise. */
  readonly baseIsLoaded: "first" | "last";
}

/** What a process answers. */
export type MeasureReply =
  | { readonly kind: "measured"; readonly measurement: Measurement }
  /** One of them cannot be measured. */
  | { readonly kind: "failed"; readonly message: string };
