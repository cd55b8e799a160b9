import type { Rule } from "../contract/rule.ts";
import { describeAdapter, type AdapterResult, type SearchedScope } from "../contract/verdict.ts";
import { assess } from "../judge/assess.ts";
import { atLevelsOf } from "../judge/requirements.ts";
import type { AdapterFacts, AnyProfile } from "../profiles/index.ts";
import { realTimers } from "../run/realTimers.ts";
import { declaredCapabilities } from "../run/runner.ts";
import { SituationCounter } from "../scenario/situationCounter.ts";
import { countScenarios, type ScenarioCount } from "../scenario/exhaustive/count.ts";
import type { Scope } from "../scenario/space.ts";
import { RUNS_DEFAULT, STEPS_DEFAULT, type CampaignOptions, type CampaignResult } from "./campaignOptions.ts";
import {
  exhaustiveChunks,
  ofShard,
  randomChunks,
  type Chunk,
  type Phase,
  type ChunkLimits,
  type ChunkResult,
} from "./chunk.ts";
import { requiredSituations } from "./requiredSituations.ts";
import { describeBreak } from "./describeBreak.ts";
import { epochNow } from "./epoch.ts";
import { judgedRules } from "./explorer.ts";
import { Findings } from "./findings.ts";
import type { Outcome, Pool } from "./pool.ts";
import { withOwnRules } from "./ownRules.ts";
import { selectRules } from "./selectRules.ts";
import { Totals } from "./totals.ts";

const RUNS_REAL_TIME = 100;
const SCOPE_REAL_TIME: Scope = { subjects: 1, controls: 1, tightGaps: 0 };

/** A piece that is being run. */
interface UnderWay {
  readonly chunk: Chunk;
  readonly outcome: Promise<Outcome<ChunkResult>>;
}

/** Works something out when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** A seed for a campaign whose user named none. */
function newSeed(): number {
  return Math.trunc(Math.random() * 0x7fffffff);
}

/**
 * One campaign: deals its pieces to the pool and takes their results in the order of the pieces, so that what comes out
 * does not depend on how many are run at once.
 */
export class CampaignRun {
  readonly #pool: Pool;
  readonly #profile: AnyProfile;
  readonly #adapter: AdapterFacts;
  readonly #options: CampaignOptions;
  readonly #rules: readonly Rule<never>[];
  readonly #seed: number;
  readonly #findings: Findings;
  readonly #totals: Totals;
  readonly #situations: SituationCounter;
  readonly #startedAt = realTimers.performanceNow();
  readonly #limits: { until?: number };
  /** What is searched exhaustively, and how many random runs follow. */
  readonly #scope: Scope | false;
  readonly #runs: number;
  #scopeSize: (() => ScenarioCount) | undefined;
  /** How many failures have been told. */
  #told = 0;

  constructor(pool: Pool, profile: AnyProfile, adapter: AdapterFacts, options: CampaignOptions) {
    this.#pool = pool;
    this.#profile = profile;
    this.#adapter = adapter;
    this.#options = options;
    this.#seed = options.seed ?? newSeed();
    const { extraRules, requirements } = options;
    const isRealTime = adapter.realTime === true;
    this.#scope = options.scope ?? (isRealTime ? SCOPE_REAL_TIME : profile.smallScope);
    this.#runs = options.runs ?? (isRealTime ? RUNS_REAL_TIME : RUNS_DEFAULT);
    this.#rules = atLevelsOf(requirements, selectRules(withOwnRules(profile, extraRules), options.rules));
    this.#limits = options.timeBudgetMs === undefined ? {} : { until: epochNow() + options.timeBudgetMs };
    const judged = atLevelsOf(requirements, judgedRules(profile, adapter, options));
    this.#totals = new Totals(judged.map(({ id }) => id));
    this.#situations = new SituationCounter(profile.situations, declaredCapabilities(adapter));
    this.#findings = new Findings(pool, profile, adapter, judged, options);
  }

  async run(): Promise<CampaignResult> {
    let scope: SearchedScope | undefined;
    try {
      await this.#corpus();
      scope = await this.#exhaustive();
      await this.#random();
      if (this.#totals.determinism.differing > 0) await this.#findings.doubt();
    } catch (error) {
      // What was found before stays found.
      this.#totals.error ??= describeBreak(error);
    }
    return { result: this.#result(scope), failures: this.#findings.failures };
  }

  async #corpus(): Promise<void> {
    const { corpus = [], shard } = this.#options;
    if (corpus.length === 0 || (shard !== undefined && shard.index > 1)) return;
    await this.#phase("corpus", [{ phase: "corpus", scenarios: corpus }]);
  }

  async #random(): Promise<void> {
    await this.#phase("random", ofShard(randomChunks(this.#seed, this.#runs), this.#options.shard));
  }

  async #exhaustive(): Promise<SearchedScope | undefined> {
    const scope = this.#scope;
    if (scope === false) return undefined;
    this.#scopeSize = once(() => countScenarios(this.#profile.space(this.#adapter.capabilities ?? {}), scope));
    const ended = await this.#phase("exhaustive", ofShard(exhaustiveChunks(scope), this.#options.shard));
    await this.#findings.closeAudit(ended);
    const searched = { ...scope, schedules: this.#totals.schedules.exhaustive };
    const complete = ended && this.#totals.notRun === 0;
    return complete ? { ...searched, complete } : { ...searched, complete, of: this.#scopeSize() };
  }

  /** Runs every piece of a phase. False: something ended it before. */
  async #phase(phase: Phase, chunks: Iterable<Chunk>): Promise<boolean> {
    const rest = chunks[Symbol.iterator]();
    const underWay: UnderWay[] = [];
    while (!this.#isOver) {
      this.#fill(underWay, rest);
      const first = underWay.shift();
      if (first === undefined) return true;
      const outcome = await first.outcome;
      if (outcome.kind === "stuck") {
        await this.#pool.abandon();
        const later = underWay.splice(0).map(({ chunk }) => chunk);
        await this.#gotStuck(first.chunk, outcome);
        // What was begun with fewer limits would give another result.
        if (!this.#isOver) for (const chunk of [first.chunk, ...later]) underWay.push(this.#start(chunk));
        continue;
      }
      await this.#accept(phase, outcome.value);
      if (outcome.value.ended && phase === "exhaustive") return true;
    }
    await this.#pool.abandon();
    return false;
  }

  #fill(underWay: UnderWay[], rest: Iterator<Chunk>): void {
    while (underWay.length < this.#pool.size) {
      const { done, value } = rest.next();
      if (done === true) return;
      underWay.push(this.#start(value));
    }
  }

  #start(chunk: Chunk, runsMax?: number): UnderWay {
    const limits: ChunkLimits = {
      stuck: this.#findings.stuck,
      ...this.#limits,
      ...(runsMax === undefined ? {} : { runsMax }),
    };
    return { chunk, outcome: this.#pool.chunk(chunk, limits) };
  }

  async #gotStuck(chunk: Chunk, outcome: Extract<Outcome<never>, { kind: "stuck" }>): Promise<void> {
    await this.#findings.gotStuck(chunk, outcome);
    if (!this.#findings.hasGivenUp) return;
    // What came before it in this piece has been seen, and must not be lost with the thread.
    const before = await this.#start(chunk, outcome.at).outcome;
    if (before.kind === "done") await this.#accept(chunk.phase, before.value);
  }

  async #accept(phase: Phase, result: ChunkResult): Promise<void> {
    this.#totals.add(phase, result);
    this.#situations.add(result.situations);
    for (const found of result.found) await this.#findings.settle(found);
    await this.#tellFailures();
    this.#options.onProgress?.({
      phase,
      runs: this.#totals.runs,
      rulesSeen: this.#totals.exercised.filter((count) => count > 0).length,
      rulesApplicable: this.#totals.exercised.length,
      rulesBroken: this.#findings.failures.length,
      ...(phase === "exhaustive" && this.#scopeSize !== undefined ? { scopeSize: this.#scopeSize } : {}),
    });
  }

  async #tellFailures(): Promise<void> {
    for (const failure of this.#findings.failures.slice(this.#told)) {
      this.#told += 1;
      await this.#options.onFailure?.(failure, this.#seed);
    }
  }

  get #isOver(): boolean {
    return this.#totals.error !== undefined || this.#totals.cutShort || this.#findings.isOver;
  }

  #result(scope: SearchedScope | undefined): AdapterResult {
    const declared = declaredCapabilities(this.#adapter);
    const totals = this.#totals;
    const { failures, problem } = this.#findings;
    const { requirements, shard, strict = false } = this.#options;
    const situations = requiredSituations(this.#profile.situations, this.#situations.results(), {
      realTime: this.#adapter.realTime === true,
      isNarrowed: this.#options.rules !== undefined,
    });
    const { rules, ...conclusion } = assess({
      rules: this.#rules,
      declared,
      exercised: totals.exercisedById(),
      counterexamples: new Map(failures.map(({ rule, counterexample }) => [rule.id, counterexample])),
      situations,
      error: totals.error ?? problem,
      cutShort: totals.cutShort,
      runs: totals.runs,
      notRun: totals.notRun,
      lateRuns: totals.lateRuns,
      strict,
      ...(requirements === undefined ? {} : { requirements }),
    });
    return {
      adapter: describeAdapter(this.#adapter, declared),
      ...conclusion,
      ...(strict ? { strict } : {}),
      seed: this.#seed,
      runs: totals.runs,
      ...(scope === undefined ? {} : { scope }),
      schedules: totals.schedules,
      strategies: totals.strategies(failures),
      situations,
      ...(this.#adapter.realTime === true ? {} : { determinism: totals.determinism }),
      ...(shard === undefined ? {} : { shard: { ...shard, plan: this.#plan() } }),
      notRun: totals.notRun,
      skippedSteps: totals.skippedSteps,
      lateRuns: totals.lateRuns,
      durationMs: Math.round(realTimers.performanceNow() - this.#startedAt),
      rules,
    };
  }

  /** What all shards of a campaign must have been asked for. */
  #plan(): string {
    const { stepsMax = STEPS_DEFAULT, rules = "all" } = this.#options;
    return JSON.stringify({ runs: this.#runs, stepsMax, scope: this.#scope, rules });
  }
}
