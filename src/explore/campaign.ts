import type { RequirementSet } from "../contract/requirements.ts";
import type { Rule } from "../contract/rule.ts";
import type { Scenario, Step } from "../contract/scenario.ts";
import type { RecordBase } from "../contract/trace.ts";
import {
  describeAdapter,
  type AdapterResult,
  type BrokenRun,
  type Counterexample,
  type SearchedScope,
} from "../contract/verdict.ts";
import { isApplicable } from "../judge/applicable.ts";
import { assess } from "../judge/assess.ts";
import { Judge, type BrokenRule } from "../judge/judge.ts";
import { atLevelsOf } from "../judge/requirements.ts";
import { type AnyProfile, type CheckableAdapter } from "../profiles/index.ts";
import type { DrainKind } from "../run/drain.ts";
import { realTimers } from "../run/realTimers.ts";
import { declaredCapabilities, Runner, type RunResult } from "../run/runner.ts";
import { AdapterError } from "../run/world.ts";
import { ScenarioArbitrary } from "../scenario/arbitrary.ts";
import { enumerate } from "../scenario/enumerate.ts";
import type { Scope } from "../scenario/space.ts";
import { SituationCounter } from "../scenario/situationCounter.ts";
import { Confirmation, type Confirmed } from "./confirm.ts";
import { demandedSituations } from "./demandedSituations.ts";
import { randomScenarios } from "./random.ts";
import { profileOfAdapter } from "./readAdapters.ts";
import { selectRules } from "./selectRules.ts";

/** Where a campaign is. */
export interface Progress {
  readonly phase: Phase;
  /** Runs so far, over all phases. */
  readonly runs: number;
  /** Rules that were exercised so far, and applicable rules in all. */
  readonly rulesSeen: number;
  readonly rulesApplicable: number;
  readonly rulesBroken: number;
}

export type Phase = "corpus" | "exhaustive" | "random";

export interface CampaignOptions {
  /** Random runs, after the small scope; 20,000, or 100 with `realTime`. */
  readonly runs?: number;
  /** A whole number of 32 bits. Equal seeds give equal scenarios. Absent: a new one, which the result names. */
  readonly seed?: number;
  /** The longest random scenario; 16. */
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
  /** SHOULD violations make the executor non-conformant. */
  readonly strict?: boolean;
  /** Ends the campaign after so many ms; equal seeds then no longer give equal results. */
  readonly timeBudgetMs?: number;
  readonly drain?: DrainKind;
  readonly onProgress?: (progress: Progress) => void;
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
const RUNS_REAL_TIME = 100;
/** How often progress is told; in real time, where runs are slow, after every one. */
const RUNS_PER_PROGRESS = 1000;
/** The longest random scenario, in steps. */
export const STEPS_DEFAULT = 16;
const SCOPE_REAL_TIME: Scope = { subjects: 1, controls: 1, tightGaps: 0 };

/**
 * Checks an executor: scenarios that failed before, then every scenario of the small scope, then random ones. Every rule
 * is judged on every run; a rule that fails does not end the campaign.
 *
 * @throws UsageError when the adapter is none, a rule id is unknown, or nothing is left to judge.
 * @example
 * ```ts
 * const { result, failures } = await campaign(adapter, { seed: 42, runs: 10_000 });
 * console.log(result.verdict, failures.map(({ rule }) => rule.id));
 * ```
 */
export async function campaign(adapter: CheckableAdapter, options: CampaignOptions = {}): Promise<CampaignResult> {
  return new Campaign(profileOfAdapter(adapter), adapter, options).run();
}

/** A seed for a campaign whose user named none. */
function newSeed(): number {
  return Math.trunc(Math.random() * 0x7fffffff);
}

type AnyRecord = RecordBase & { readonly type: string };

class Campaign {
  readonly #profile: AnyProfile;
  readonly #adapter: CheckableAdapter;
  readonly #options: CampaignOptions;
  readonly #declared: readonly string[];
  readonly #rules: readonly Rule<never>[];
  readonly #judge: Judge;
  readonly #situations: SituationCounter;
  readonly #runner: Runner<Step, AnyRecord>;
  readonly #confirmation: Confirmation;
  readonly #seed: number;
  readonly #failures = new Map<string, Failure>();
  readonly #schedules = { corpus: 0, exhaustive: 0, random: 0 };
  readonly #steps = { skipped: 0, total: 0 };
  readonly #startedAt = realTimers.performanceNow();
  #error: string | undefined;
  #cutShort = false;

  constructor(profile: AnyProfile, adapter: CheckableAdapter, options: CampaignOptions) {
    this.#profile = profile;
    this.#adapter = adapter;
    this.#options = options;
    this.#declared = declaredCapabilities(adapter);
    this.#seed = options.seed ?? newSeed();
    const rules = selectRules([...profile.rules, ...(options.extraRules ?? [])], options.rules);
    this.#rules = atLevelsOf(options.requirements, rules);
    const applicable = this.#rules.filter((rule) => isApplicable(rule, this.#declared));
    this.#judge = new Judge(applicable);
    this.#situations = new SituationCounter(profile.situations, this.#declared);
    const drain = options.drain === undefined ? {} : { drain: options.drain };
    this.#runner = new Runner<Step, AnyRecord>(profile, adapter, drain);
    this.#confirmation = new Confirmation(profile, adapter, drain);
  }

  async run(): Promise<CampaignResult> {
    let scope: SearchedScope | undefined;
    try {
      await this.#phase("corpus", (this.#options.corpus ?? [])[Symbol.iterator]());
      scope = await this.#exhaustive();
      const runs = this.#options.runs ?? (this.#adapter.realTime === true ? RUNS_REAL_TIME : RUNS_DEFAULT);
      await this.#phase("random", randomScenarios(this.#arbitrary(), this.#seed, runs));
    } catch (error) {
      // What was found before stays found.
      this.#error = error instanceof AdapterError ? error.message : `The kit broke: ${String(error)}`;
    }
    return { result: this.#result(scope), failures: [...this.#failures.values()] };
  }

  async #exhaustive(): Promise<SearchedScope | undefined> {
    const scope = this.#options.scope ?? (this.#adapter.realTime === true ? SCOPE_REAL_TIME : this.#profile.smallScope);
    if (scope === false) return undefined;
    const space = this.#profile.space(this.#adapter.capabilities ?? {});
    const complete = await this.#phase("exhaustive", enumerate(this.#profile.name, space, scope));
    return { ...scope, schedules: this.#schedules.exhaustive, complete };
  }

  /** Runs every scenario of a phase. False: a budget ended it. */
  async #phase(phase: Phase, scenarios: Iterator<Scenario>): Promise<boolean> {
    for (;;) {
      if (this.#isOver()) return false;
      const stopped = await this.#runUntilBroken(phase, scenarios);
      if (stopped === undefined) return !this.#cutShort;
      for (const broken of stopped.broken) await this.#settle(broken, stopped.result, phase);
    }
  }

  /** Runs until a rule breaks that had not been broken before; undefined: all were run. */
  async #runUntilBroken(phase: Phase, scenarios: Iterator<Scenario>): Promise<Stop | undefined> {
    let stop: Stop | undefined;
    const next = (): Scenario | undefined => {
      if (this.#isOver()) return undefined;
      const { done, value } = scenarios.next();
      return done === true ? undefined : value;
    };
    await this.#runner.runAll(next, (result) => {
      this.#count(phase, result);
      const broken = this.#judge
        .judge(this.#profile.index(result.trace))
        .filter(({ rule }) => !this.#failures.has(rule.id));
      if (broken.length === 0) return true;
      stop = { broken, result };
      return false;
    });
    return stop;
  }

  async #settle(broken: BrokenRule, { scenario, trace }: RunResult<Step, AnyRecord>, phase: Phase): Promise<void> {
    const confirmed = await this.#confirmation.confirm(broken, scenario, trace);
    if (confirmed === undefined) return;
    const { rule, violations } = broken;
    const found = { scenario, trace, at: violations[0]?.at ?? 0 };
    this.#failures.set(rule.id, { rule, counterexample: this.#counterexample(rule, confirmed, found, phase) });
  }

  #counterexample(
    rule: Rule<never>,
    { scenario, trace, violation, hash, deterministic }: Confirmed,
    found: BrokenRun,
    foundBy: string,
  ): Counterexample {
    return {
      scenario,
      trace,
      at: violation.at,
      steps: scenario.steps.length,
      message: violation.message,
      replay: this.#options.replayCommand?.(rule.id) ?? `await replay(adapter, ${JSON.stringify(scenario)})`,
      traceHash: hash,
      deterministic,
      found,
      foundBy,
    };
  }

  #count(phase: Phase, { scenario, trace }: RunResult<Step, AnyRecord>): void {
    this.#schedules[phase] += 1;
    this.#steps.total += scenario.steps.length;
    this.#situations.count(scenario, trace.records);
    for (const { type } of trace.records) if (type === "skip") this.#steps.skipped += 1;
    const { onProgress } = this.#options;
    if (onProgress === undefined) return;
    if (this.#adapter.realTime !== true && this.#runs % RUNS_PER_PROGRESS !== 1) return;
    onProgress({
      phase,
      runs: this.#runs,
      rulesSeen: this.#judge.exercised.filter((count) => count > 0).length,
      rulesApplicable: this.#judge.rules.length,
      rulesBroken: this.#failures.size,
    });
  }

  get #runs(): number {
    const { corpus, exhaustive, random } = this.#schedules;
    return corpus + exhaustive + random;
  }

  #isOver(): boolean {
    const { timeBudgetMs } = this.#options;
    if (timeBudgetMs !== undefined && realTimers.performanceNow() - this.#startedAt > timeBudgetMs)
      this.#cutShort = true;
    return this.#cutShort;
  }

  #arbitrary(): ScenarioArbitrary<Step, object> {
    const space = this.#profile.space(this.#adapter.capabilities ?? {});
    return new ScenarioArbitrary(this.#profile.name, space, this.#options.stepsMax ?? STEPS_DEFAULT);
  }

  #result(scope: SearchedScope | undefined): AdapterResult {
    const lateRuns = this.#runner.lateRuns;
    const situations = this.#situations.results();
    const { rules, ...conclusion } = assess({
      rules: this.#rules,
      declared: this.#declared,
      exercised: new Map(this.#judge.rules.map(({ id }, index) => [id, this.#judge.exercised[index] ?? 0])),
      counterexamples: new Map([...this.#failures].map(([id, { counterexample }]) => [id, counterexample])),
      situations: demandedSituations(this.#profile.situations, situations, {
        realTime: this.#adapter.realTime === true,
        isNarrowed: this.#options.rules !== undefined,
      }),
      error: this.#error,
      cutShort: this.#cutShort,
      runs: this.#runs,
      lateRuns,
      strict: this.#options.strict === true,
      ...(this.#options.requirements === undefined ? {} : { requirements: this.#options.requirements }),
    });
    return {
      adapter: describeAdapter(this.#adapter, this.#declared),
      ...conclusion,
      ...(this.#options.strict === true ? { strict: true } : {}),
      seed: this.#seed,
      runs: this.#runs,
      ...(scope === undefined ? {} : { scope }),
      schedules: this.#schedules,
      strategies: [],
      situations,
      notRun: 0,
      skippedSteps: this.#steps,
      lateRuns,
      durationMs: Math.round(realTimers.performanceNow() - this.#startedAt),
      rules,
    };
  }
}

interface Stop {
  readonly broken: readonly BrokenRule[];
  readonly result: RunResult<Step, AnyRecord>;
}
