import type { Level } from "./rule.ts";

/** A rule as a requirement set holds it: its id, its level there, and a digest of its sentence. */
export type FrozenRule = readonly [id: string, level: Level, sentence: string];

/**
 * The rules that an executor is held to, as they were at a release (`--requirements`).
 *
 * A rule that came later runs as well and is reported; it does not change the verdict under this set.
 */
export interface RequirementSet {
  /** The minor version of the release, as in "0.1". */
  readonly id: string;
  /** Digest of the rules: two reports with equal hashes asked for the same. */
  readonly hash: string;
  readonly rules: readonly FrozenRule[];
}
