import type { ProfileName } from "./adapter.ts";

/** What every record of a trace has. Its place in the trace is its sequence number. */
export interface RecordBase {
  /** Index of the step in whose wake it came; the number of steps for what came while the kit granted the rest. */
  readonly step: number;
  /** Virtual milliseconds since the start of the run. */
  readonly at: number;
}

/** Records that every profile has. */
export type CommonRecord =
  /** A step of the scenario begins. */
  | (RecordBase & { readonly type: "step" })
  /** A step was not enabled and was skipped. */
  | (RecordBase & { readonly type: "skip" })
  /** A quiescent point. `due` lists when the pending timers are due, in virtual milliseconds. */
  | (RecordBase & { readonly type: "quiet"; readonly due: readonly number[] })
  /**
   * A rejection nobody handled, an exception nobody caught, or what no run comes back from: a loop, microtasks without end
   * (a storm), memory without bound, the end of the thread.
   */
  | (RecordBase & {
      readonly type: "escape";
      readonly how: "unhandledRejection" | "uncaughtException" | "loop" | "storm" | "memory" | "exit";
      readonly message: string;
    })
  /** The executor was disposed, or the attempt failed. */
  | (RecordBase & {
      readonly type: "dispose";
      readonly how: "done" | "failed" | "pending";
      readonly message?: string | undefined;
    })
  /** Something the executor left behind after the end of the run. */
  | (RecordBase & { readonly type: "left"; readonly what: string });

/** What happened in one run, as plain data that can be stored, hashed and judged without the executor. */
export interface Trace<R extends RecordBase = RecordBase> {
  readonly profile: ProfileName;
  readonly capabilities: readonly string[];
  readonly settleMs: number;
  readonly setup: object;
  readonly records: readonly R[];
}
