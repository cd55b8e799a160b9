/**
 * A rule that an executor is known to break, and where that is dealt with (`--baseline`).
 *
 * The rule still runs. While it fails, the failure does not make the check fail; once it passes, its entry does.
 */
export interface KnownFailure {
  readonly rule: string;
  /** Why it is left as it is, for whoever reads a report. */
  readonly reason: string;
  /** Where it is dealt with: a URL, or a path relative to the baseline. */
  readonly link: string;
  /** The first day, as in 2026-11-30 and in UTC, on which the failure counts again. */
  readonly expires?: string;
}

/** A rule that fails now and then. Its entry outlives a check in which it passes. */
export interface FlakyFailure extends KnownFailure {
  /** The most failures that are still known, as a share of the runs of one scenario: above 0 and below 1. */
  readonly rateMax: number;
}

/** What one executor is known to break. */
export interface ExecutorBaseline {
  /** The name of its adapter. */
  readonly name: string;
  readonly failures: readonly KnownFailure[];
  readonly flaky: readonly FlakyFailure[];
}

/** The file that `--baseline` reads and `--update-baseline` writes. No executor and no rule of one stands in it twice. */
export interface Baseline {
  readonly schemaVersion: 1;
  readonly executors: readonly ExecutorBaseline[];
}

/** What the baseline says of a rule that fails. */
export interface BaselineNote extends Omit<KnownFailure, "rule"> {
  /** Why the failure counts all the same: "expired on 2026-11-30". Absent: it is a known failure. */
  readonly refused?: string;
}
