import type { LaneRecord } from "../../contract/lane-trace.ts";
import type { RecordBase } from "../../contract/trace.ts";
import type { Recorder } from "../recorder.ts";
import { describeThrown, ValueTokens } from "../values.ts";
import { Grants } from "./grants.ts";

type Unstamped<R> = R extends RecordBase ? Omit<R, keyof RecordBase> : never;

/** What the parts of one lane's world have in common: the trace, the names of values, what goes on. */
export class LaneShared {
  readonly tokens = new ValueTokens();
  readonly grants = new Grants();
  /** How many quiescent points there have been. */
  rests = 0;
  readonly #recorder: Recorder<LaneRecord>;

  constructor(recorder: Recorder<LaneRecord>) {
    this.#recorder = recorder;
  }

  add(record: Unstamped<LaneRecord>): void {
    const stamped = record as { -readonly [K in keyof RecordBase]: RecordBase[K] } & Unstamped<LaneRecord>;
    stamped.step = this.#recorder.step;
    stamped.at = this.#recorder.at;
    this.#recorder.add(stamped);
  }

  /** A call that must not throw did. */
  addThrow(method: string, error: unknown): void {
    this.add({ type: "escape", how: "uncaughtException", message: `${method}() threw ${describeThrown(error)}` });
  }
}
