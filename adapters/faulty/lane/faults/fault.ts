import type { LaneCapabilities } from "executor-conformance";

type RuleId = `lane/${string}`;

/** One small difference from a correct lane, and what it has to be caught for. */
export interface Fault {
  readonly fault: string;
  /** The capabilities without which it does not show. */
  readonly needs?: readonly (keyof LaneCapabilities)[];
  /** The rules that fail for it, each of them; the first is the one it was made for. */
  readonly breaks: readonly [RuleId, ...RuleId[]];
  /** Rules whose sentences it cannot help to break as well, in some schedules. */
  readonly alsoBreaks: readonly RuleId[];
  /** What an implementer is told, by the first rule it breaks. */
  readonly says: string;
}
