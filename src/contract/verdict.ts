import type { AnyAdapter, ProfileName } from "./adapter.ts";
import type { BaselineNote } from "./baseline.ts";
import type { Level } from "./rule.ts";
import type { Scenario } from "./scenario.ts";
import type { Trace } from "./trace.ts";

/**
 * What may come out for one rule. They sum to the number of rules; only `pass` is green.
 *
 * - `not-applicable`: its capability is not declared
 * - `not-exercised`: declared, but no run ever met its condition
 * - `inconclusive`: the budget ended first
 * - `known-failure`: it fails, and the baseline says so
 * - `error`: the kit or the adapter itself broke
 */
export type RuleVerdict =
  | "pass"
  | "fail"
  | "not-applicable"
  | "not-exercised"
  | "inconclusive"
  | "known-failure"
  | "error";

/** What comes out for one adapter; never a percentage. */
export type Verdict = "conformant" | "not conformant" | "inconclusive" | "error";

/** One interleaving that broke a rule, and what happened in it. */
export interface BrokenRun {
  readonly scenario: Scenario;
  readonly trace: Trace;
  /** Sequence number of the record that shows the violation. */
  readonly at: number;
}

/** The smallest interleaving that was found to break a rule. */
export interface Counterexample extends BrokenRun {
  /** Length of the scenario. */
  readonly steps: number;
  readonly message: string;
  /** The command that shows it again. */
  readonly replay: string;
  readonly traceHash: string;
  /** False: it did not fail, or left another trace, when it was run again. */
  readonly deterministic: boolean;
  /** How often it failed when it was run again; only where it did not fail every time. */
  readonly rate?: { readonly failures: number; readonly runs: number };
  /** The run in which the rule was first seen broken, before it was made smaller. */
  readonly found: BrokenRun;
  /** What found it: `corpus`, `exhaustive`, or the name of a strategy. */
  readonly foundBy: string;
}

/** What a campaign found out about one rule. */
export interface RuleResult {
  readonly id: string;
  readonly level: Level;
  readonly verdict: RuleVerdict;
  /** How often the condition of the rule was met, over all runs. */
  readonly exercised: number;
  readonly message?: string;
  readonly counterexample?: Counterexample;
  /** The selected requirement set does not have the rule: whatever comes out, it does not change the verdict. */
  readonly notRequired?: true;
  /** What the baseline says of the failure; absent where it says nothing. */
  readonly baseline?: BaselineNote;
}

/** The part of the space that was searched completely. */
export interface SearchedScope {
  /** Commands, batches or jobs. */
  readonly subjects: number;
  readonly controls: number;
  readonly tightGaps: number;
  readonly schedules: number;
  readonly complete: boolean;
  /** How many there are; only where not all were searched. */
  readonly of?: { readonly count: number; readonly isExact: boolean };
}

/** What one strategy of the random part did. */
export interface StrategyResult {
  readonly name: string;
  readonly runs: number;
  /** Ids of the rules that it was the first to break. */
  readonly found: readonly string[];
}

/** A situation that matters, and in how many runs it occurred. */
export interface SituationResult {
  /** It need not occur in this campaign, which is too short for it, or for chosen rules. */
  readonly notRequired?: true;
  readonly id: string;
  /** The situation in words, as in "a halt with many commands in flight". */
  readonly text: string;
  readonly runs: number;
}

/** What came of executing a share of the runs twice. */
export interface DeterminismResult {
  /** Runs that were executed twice. */
  readonly audited: number;
  /** Those whose two traces differ. */
  readonly differing: number;
  /** The first of them. */
  readonly example?: {
    readonly scenario: Scenario;
    /** Index of the first step in whose wake something differs. */
    readonly step: number;
    /** The first differing record of both executions, as JSON; null where one had ended. */
    readonly records: readonly [first: string | null, second: string | null];
  };
}

/** What a campaign found out about one adapter. */
export interface AdapterResult {
  readonly adapter: {
    readonly name: string;
    readonly version?: string;
    readonly profile: ProfileName;
    readonly capabilities: readonly string[];
  };
  readonly verdict: Verdict;
  /** What the verdict would be without the known failures; the exit code follows it. Absent: there are none. */
  readonly besidesKnown?: Verdict;
  /** Why the verdict is not "conformant", one sentence each. */
  readonly reasons: readonly string[];
  /** A violated SHOULD counted like a MUST. */
  readonly strict?: true;
  /** What broke in the adapter or in the kit; one of the reasons. */
  readonly error?: string;
  /** Rules that the baseline lists as failing and that pass. */
  readonly stale?: readonly string[];
  readonly seed: number;
  readonly runs: number;
  readonly scope?: SearchedScope;
  readonly schedules: { readonly corpus: number; readonly exhaustive: number; readonly random: number };
  /** The random part, by strategy. */
  readonly strategies: readonly StrategyResult[];
  /** Those that apply to the adapter. One that never occurred makes a campaign inconclusive. */
  readonly situations: readonly SituationResult[];
  /** Absent in real time, where two traces never are the same. */
  readonly determinism?: DeterminismResult;
  /** The part of the campaign that this is, from 1 to `count`; absent: all of it. */
  readonly shard?: {
    readonly index: number;
    readonly count: number;
    /** What the whole campaign was asked for; equal in all of its shards. */
    readonly plan: string;
  };
  /** Scenarios that were not run, because they contain the steps at which the executor had got stuck. */
  readonly notRun: number;
  /** Steps that were not enabled when their turn came, and steps in all. */
  readonly skippedSteps: { readonly skipped: number; readonly total: number };
  /** Runs whose executor did something after their end. */
  readonly lateRuns: number;
  readonly durationMs: number;
  readonly rules: readonly RuleResult[];
}

/** The machine-readable result of a check (`--report json=PATH`). */
export interface Report {
  readonly schemaVersion: 1;
  readonly kit: { readonly name: string; readonly version: string };
  readonly requirementSet: { readonly id: string; readonly hash: string };
  readonly results: readonly AdapterResult[];
}

/** What names an adapter in a result. */
export function describeAdapter(
  adapter: AnyAdapter & { readonly profile: ProfileName },
  declared: readonly string[],
): AdapterResult["adapter"] {
  return {
    name: adapter.name,
    ...(adapter.version === undefined ? {} : { version: adapter.version }),
    profile: adapter.profile,
    capabilities: declared,
  };
}
