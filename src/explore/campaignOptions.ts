import type { RequirementSet } from "../contract/requirements.ts";
import type { Rule } from "../contract/rule.ts";
import type { Scenario } from "../contract/scenario.ts";
import type { AdapterResult, Counterexample } from "../contract/verdict.ts";
import type { DrainKind } from "../run/drain.ts";
import type { ScenarioCount } from "../scenario/exhaustive/count.ts";
import type { Scope } from "../scenario/space.ts";
import type { Phase, Shard } from "./chunk.ts";

/** Where a campaign is. */
export interface Progress {
  readonly phase: Phase;
  /** Runs so far, over all phases. */
  readonly runs: number;
  /** Rules that were exercised so far, and applicable rules in all. */
  readonly rulesSeen: number;
  readonly rulesApplicable: number;
  readonly rulesBroken: number;
  /** How many scenarios the scope has, worked out when it is asked for; only of the exhaustive phase. */
  readonly scopeSize?: () => ScenarioCount;
}

export interface CampaignOptions {
  /** Random runs, after the small scope; 20,000, or 100 with `realTime`. */
  readonly runs?: number;
  /** A whole number of 32 bits. Equal seeds give equal scenarios. Absent: a new one, which the result names. */
  readonly seed?: number;
  /** The longest random scenario, in steps; 16. */
  readonly stepsMax?: number;
  /** What is searched exhaustively first; `false`: nothing. Absent: the small scope of the profile; less with `realTime`. */
  readonly scope?: Scope | false;
  /** Ids of the rules to judge; all of the profile. */
  readonly rules?: readonly string[];
  /** Rules of one's own, judged beside those of the profile. */
  readonly extraRules?: readonly Rule<never>[];
  /** The set of rules that decides, at its levels; another rule, also one's own, runs beside it. Absent: every rule decides. */
  readonly requirements?: RequirementSet;
  /** Scenarios that run first, counted apart. */
  readonly corpus?: readonly Scenario[];
  /** The part of the campaign to run here; absent: all of it. The corpus belongs to the first one. */
  readonly shard?: Shard;
  /** SHOULD violations make the executor non-conformant. */
  readonly strict?: boolean;
  /** Ends the campaign after so many ms; equal seeds then no longer give equal results. */
  readonly timeBudgetMs?: number;
  readonly drain?: DrainKind;
  readonly onProgress?: (progress: Progress) => void;
  /** Told each broken rule when it is found, with the seed: whoever interrupts a campaign keeps what it had found. */
  readonly onFailure?: (failure: Failure, seed: number) => void | Promise<void>;
  /** The command that replays a counterexample, for the report. */
  readonly replayCommand?: (ruleId: string) => string;
}

/** A rule that failed, with all it takes to understand it. */
export interface Failure {
  readonly rule: Rule<never>;
  readonly counterexample: Counterexample;
}

export interface CampaignResult {
  readonly result: AdapterResult;
  readonly failures: readonly Failure[];
}

/** Random runs of a campaign that is not told how many. */
export const RUNS_DEFAULT = 20_000;

/** The longest random scenario, in steps, of a campaign that is not told. */
export const STEPS_DEFAULT = 16;
