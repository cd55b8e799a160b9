import type { Rule } from "../contract/rule.ts";
import type { Scenario, Step } from "../contract/scenario.ts";
import { isApplicable } from "../judge/applicable.ts";
import { Judge } from "../judge/judge.ts";
import type { AdapterFacts, AnyProfile, CheckableAdapter } from "../profiles/index.ts";
import type { DrainKind } from "../run/drain.ts";
import { grownSince, heldByProcess } from "../run/leftBehind.ts";
import type { Pulse } from "../run/pulse.ts";
import { declaredCapabilities, KitError, Runner, type AnyRecord } from "../run/runner.ts";
import { ScenarioArbitrary } from "../scenario/arbitrary.ts";
import { SituationCounter } from "../scenario/situationCounter.ts";
import { enumerate } from "../scenario/enumerate.ts";
import { Audit, auditOf } from "./audit.ts";
import type { Chunk, ChunkLimits, ChunkResult, Found } from "./chunk.ts";
import { Confirmation, type Confirmed } from "./confirm.ts";
import { describeBreak } from "./describeBreak.ts";
import { randomScenarios } from "./random.ts";
import { withOwnRules } from "./ownRules.ts";
import { selectRules } from "./selectRules.ts";
import { containsStuck, type StuckSteps } from "./stuck.ts";
import { Tally } from "./tally.ts";

/** What every piece of a campaign is run with. */
export interface ExplorerSettings {
  /** Ids of the rules to judge; all of the profile. */
  readonly rules?: readonly string[];
  /** The longest random scenario, in steps. */
  readonly stepsMax: number;
  readonly extraRules?: readonly Rule<never>[];
  readonly drain?: DrainKind;
  readonly pulse?: Pulse;
}

/** Who leaves something behind is found at once, or is none of ours. */
const LOOKS_MAX = 3;

/** Runs the pieces of campaigns against one adapter, in this thread. */
export class Explorer {
  readonly #profile: AnyProfile;
  readonly #adapter: CheckableAdapter;
  readonly #settings: ExplorerSettings;
  readonly #judge: Judge;
  readonly #situations: SituationCounter;
  readonly #runner: Runner<Step, AnyRecord>;
  readonly #confirmation: Confirmation;
  /** The enumeration as far as it has come, for the next piece of the same scope. */
  #enumeration: { readonly scope: string; at: number; readonly scenarios: Iterator<Scenario> } | undefined;
  #lateBefore = 0;
  /** How often it is still looked for who leaves something behind; others in this process come and go as well. */
  #looksLeft = LOOKS_MAX;

  constructor(profile: AnyProfile, adapter: CheckableAdapter, settings: ExplorerSettings) {
    this.#profile = profile;
    this.#adapter = adapter;
    this.#settings = settings;
    this.#judge = new Judge(judgedRules(profile, adapter, settings));
    this.#situations = new SituationCounter(profile.situations, declaredCapabilities(adapter));
    const { drain, pulse } = settings;
    const options = { ...(drain === undefined ? {} : { drain }), ...(pulse === undefined ? {} : { pulse }) };
    this.#runner = new Runner<Step, AnyRecord>(profile, adapter, options);
    this.#confirmation = new Confirmation(profile, adapter, options);
  }

  /** Runs one piece, judging every run by every rule. What the adapter or the kit breaks is part of the result. */
  async chunk(chunk: Chunk, limits: ChunkLimits): Promise<ChunkResult> {
    const tally = new Tally(chunk, this.#adapter.realTime === true);
    this.#judge.exercised.fill(0);
    this.#situations.counts.fill(0);
    const audit = new Audit(this.#runner, this.#adapter.realTime === true);
    const scenarios = this.#scenarios(chunk);
    const before = heldByProcess();
    let error: string | undefined;
    try {
      await this.#runner.runAll(
        () => tally.next(scenarios, limits),
        (result) => {
          audit.keep(result);
          const skipped = this.#situations.count(result.scenario, result.trace.records);
          tally.count(result, skipped, this.#judge.judge(this.#profile.index(result.trace)));
        },
      );
      if (!tally.result().cutShort) await audit.run();
      if ((await grownSince(before)).size > 0) await this.#findWhoLeaves(chunk, limits, tally);
    } catch (broke) {
      error = describeBreak(broke);
    }
    const late = this.#runner.lateRuns - this.#lateBefore;
    this.#lateBefore = this.#runner.lateRuns;
    return {
      ...tally.result(),
      exercised: [...this.#judge.exercised],
      situations: [...this.#situations.counts],
      lateRuns: late,
      determinism: audit.result(),
      ...(error === undefined ? {} : { error }),
    };
  }

  /**
   * The process holds more than before this piece: its runs are made again, one by one, until one leaves something behind.
   */
  async #findWhoLeaves(chunk: Chunk, { stuck }: ChunkLimits, tally: Tally): Promise<void> {
    if (this.#looksLeft === 0) return;
    this.#looksLeft -= 1;
    const { drain, pulse } = this.#settings;
    const judge = new Judge(this.#judge.rules);
    const runner = new Runner<Step, AnyRecord>(this.#profile, this.#adapter, drain === undefined ? {} : { drain });
    for (const suspect of scenariosOf(this.#profile, this.#adapter, this.#settings.stepsMax, chunk)) {
      pulse?.rest();
      if (containsStuck(suspect, stuck)) continue;
      const result = await runner.run(suspect);
      if (!result.trace.records.some(({ type }) => type === "left")) continue;
      this.#looksLeft = 0;
      tally.note(result, judge.judge(this.#profile.index(result.trace)));
      return;
    }
  }

  /** Runs a failing scenario again, makes it small, and runs the small one again. */
  confirm(found: Found, stuck: readonly StuckSteps[]): Promise<Confirmed | undefined> {
    return this.#confirmation.confirm(this.#rule(found.rule), found, (scenario) => !containsStuck(scenario, stuck));
  }

  /** How often a scenario breaks a rule. */
  rate(rule: string, scenario: Scenario): Promise<NonNullable<Confirmed["rate"]>> {
    return this.#confirmation.rate(this.#rule(rule), scenario);
  }

  /** The records of one run. */
  async records(scenario: Scenario): Promise<readonly AnyRecord[]> {
    return (await this.#runner.run(scenario)).trace.records;
  }

  #rule(id: string): Rule<never> {
    return selectRules(this.#judge.rules, [id])[0] as Rule<never>;
  }

  /** As {@link scenariosOf}, but an enumeration goes on where the last piece ended. */
  #scenarios(chunk: Chunk): Iterator<Scenario> {
    return chunk.phase === "exhaustive"
      ? this.#enumerated(chunk)
      : scenariosOf(this.#profile, this.#adapter, this.#settings.stepsMax, chunk);
  }

  *#enumerated({ scope, from, count }: Extract<Chunk, { phase: "exhaustive" }>): IterableIterator<Scenario> {
    const key = JSON.stringify(scope);
    if (this.#enumeration?.scope !== key || this.#enumeration.at > from) {
      this.#enumeration = { scope: key, at: 0, scenarios: enumerationOf(this.#profile, this.#adapter, scope) };
    }
    const enumeration = this.#enumeration;
    while (enumeration.at < from + count) {
      const { done, value } = enumeration.scenarios.next();
      if (done === true) return;
      enumeration.at += 1;
      if (enumeration.at > from) yield value;
      else this.#settings.pulse?.rest();
    }
  }
}

/** The rules that are judged for an adapter: those selected, as far as they apply. */
export function judgedRules(
  profile: AnyProfile,
  adapter: AdapterFacts,
  { rules, extraRules }: Pick<ExplorerSettings, "rules" | "extraRules">,
): readonly Rule<never>[] {
  const declared = declaredCapabilities(adapter);
  return selectRules(withOwnRules(profile, extraRules), rules).filter((rule) => isApplicable(rule, declared));
}

function enumerationOf(
  profile: AnyProfile,
  adapter: AdapterFacts,
  scope: Extract<Chunk, { phase: "exhaustive" }>["scope"],
): IterableIterator<Scenario> {
  return enumerate(profile.name, profile.space(adapter.capabilities ?? {}), scope);
}

/**
 * The run of a piece that was begun as the one with this index, the audit's second runs included: whoever has lost the
 * thread can tell from it what was run.
 */
export function nthRun(
  profile: AnyProfile,
  adapter: AdapterFacts,
  stepsMax: number,
  chunk: Chunk,
  stuck: readonly StuckSteps[],
  index: number,
): Scenario {
  const scenarios = [...scenariosOf(profile, adapter, stepsMax, chunk)].filter((one) => !containsStuck(one, stuck));
  const run = [...scenarios, ...auditOf(scenarios)][index];
  if (run === undefined) throw new KitError(`No piece of a campaign has a run with the index ${index}`);
  return run;
}

function* scenariosOf(
  profile: AnyProfile,
  adapter: AdapterFacts,
  stepsMax: number,
  chunk: Chunk,
): IterableIterator<Scenario> {
  if (chunk.phase === "corpus") return yield* chunk.scenarios;
  if (chunk.phase === "random") {
    const space = profile.space(adapter.capabilities ?? {});
    const arbitrary = new ScenarioArbitrary<Step, object>(profile.name, space, stepsMax);
    return yield* randomScenarios(arbitrary, chunk.seed, chunk.count);
  }
  let at = 0;
  for (const scenario of enumerationOf(profile, adapter, chunk.scope)) {
    if (at >= chunk.from + chunk.count) return;
    if (at >= chunk.from) yield scenario;
    at += 1;
  }
}
