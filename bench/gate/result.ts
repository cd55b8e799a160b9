import type { Conclusion } from "../statistics/decision.ts";

/** One benchmark at one size, for one adapter that base and head both have. */
export interface GateCase {
  readonly adapter: string;
  /** The id of the benchmark. */
  readonly benchmark: string;
  readonly size: number;
  /** The slowdown from which head counts as regressed, as a share: 0.05 for 5 %. */
  readonly limit: number;
}

/** What became of a case. */
export type GateOutcome =
  | ({
      readonly kind: "judged";
      /** Processes of both sets. */
      readonly processes: number;
      /** Nanoseconds for each operation of base: the median over the processes. */
      readonly baseNs: number;
      readonly headNs: number;
    } & Conclusion)
  /** Base or head cannot be measured; the message says which, and why. */
  | { readonly kind: "error"; readonly message: string };

export interface GateEntry extends GateCase {
  readonly outcome: GateOutcome;
}

/** A benchmark that was left out. */
export interface NotCompared {
  readonly adapter: string;
  /** The id of the benchmark. */
  readonly benchmark: string;
  /** Who lacks what: "head does not declare turns". */
  readonly why: string;
}

/** What a gate found, as `--report json` writes it. */
export interface GateResult {
  readonly schemaVersion: 1;
  readonly kit: { readonly name: string; readonly version: string };
  /** As they were asked for. */
  readonly base: string;
  readonly head: string;
  readonly seed: number;
  readonly entries: readonly GateEntry[];
  readonly notCompared: readonly NotCompared[];
}

/** The text of a result as JSON. */
export function serialiseGate(result: GateResult): string {
  return `${JSON.stringify(result, undefined, 2)}\n`;
}
