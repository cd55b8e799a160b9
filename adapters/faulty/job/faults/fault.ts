import type { JobCapabilities } from "executor-conformance";

type Rule = `job/${string}`;

/** One small difference from a correct runtime, and what it has to be caught for. */
export interface Fault {
  readonly fault: string;
  /** The capabilities its adapter declares. */
  readonly needs?: readonly (keyof JobCapabilities)[];
  /** Rules that fail, each of them, for this fault. */
  readonly breaks: readonly [Rule, ...Rule[]];
  /** Rules whose sentences such a runtime may break as well, in some schedules. */
  readonly alsoBreaks: readonly Rule[];
  /** Words of the message of the first of them. */
  readonly says: string;
}
