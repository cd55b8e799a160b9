import type { Measurement } from "./measure.ts";

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
  /** Index of the order of loading to begin with: what is compiled first may run otherwise. */
  readonly firstOrder: number;
}

/** What a process answers. */
export type MeasureReply =
  | { readonly kind: "measured"; readonly measurement: Measurement }
  /** One of them cannot be measured. */
  | { readonly kind: "failed"; readonly message: string };
