import type { Found } from "./chunk.ts";
import type { Rule, Violation } from "../contract/rule.ts";
import type { Scenario, Step } from "../contract/scenario.ts";
import type { Trace } from "../contract/trace.ts";
import { Judge } from "../judge/judge.ts";
import type { AnyProfile, CheckableAdapter } from "../profiles/index.ts";
import { QUIESCENCE_MS_MAX } from "../run/realTime.ts";
import { Runner, type AnyRecord, type RunnerOptions } from "../run/runner.ts";
import { minimise } from "./minimise.ts";
import { traceHash } from "./traceHash.ts";

/** A violation that was looked at again. */
export interface Confirmed {
  readonly scenario: Scenario;
  readonly trace: Trace;
  readonly violation: Violation;
  readonly hash: string;
  /** False: it did not fail again, or left another trace. */
  readonly deterministic: boolean;
  /** How often it failed; only where it is not deterministic. */
  readonly rate?: { readonly failures: number; readonly runs: number };
}

/** In real time, what seems missing is missing only if it is missing again with this many times the bound. */
const PATIENCE = 10;

/** How often a flaky failure is run again for its rate. */
const RATE_RUNS = 200;
const RATE_RUNS_REAL_TIME = 10;

/** Runs a failing scenario again, makes it small, and runs the small one again. */
export class Confirmation {
  readonly #profile: AnyProfile;
  readonly #realTime: boolean;
  readonly #space: ReturnType<AnyProfile["space"]>;
  readonly #runner: Runner<Step, AnyRecord>;

  constructor(profile: AnyProfile, adapter: CheckableAdapter, options: RunnerOptions) {
    this.#profile = profile;
    this.#realTime = adapter.realTime === true;
    this.#space = profile.space(adapter.capabilities ?? {});
    this.#runner = new Runner<Step, AnyRecord>(profile, adapter, {
      ...options,
      ...(this.#realTime ? { quiescenceMsMax: PATIENCE * QUIESCENCE_MS_MAX } : {}),
    });
  }

  /**
   * Looks at a finding again.
   *
   * @param mayRun whether a smaller scenario may be tried: one that gets stuck must not.
   * @returns undefined in real time, if with more patience nothing was missing.
   */
  async confirm(
    rule: Rule<never>,
    { run: { scenario, trace, at }, message }: Found,
    mayRun: (candidate: Scenario) => boolean,
  ): Promise<Confirmed | undefined> {
    const again = await this.#run(rule, scenario);
    if (again === undefined) {
      if (this.#realTime) return undefined;
      const first = { scenario, trace, violation: { at, message }, hash: traceHash(trace) };
      return this.#flaky(rule, first);
    }
    const smallest = await minimise(scenario, this.#space, async (candidate) => {
      return mayRun(candidate) && (await this.#run(rule, candidate)) !== undefined;
    });
    const [one, two] = [await this.#run(rule, smallest), await this.#run(rule, smallest)];
    const shown = one ?? two;
    if (shown === undefined) return this.#flaky(rule, { scenario, ...again });
    if (one !== undefined && one.hash === two?.hash) return { scenario: smallest, ...shown, deterministic: true };
    return this.#flaky(rule, { scenario: smallest, ...shown });
  }

  /** How often a scenario breaks a rule. */
  async rate(rule: Rule<never>, scenario: Scenario): Promise<NonNullable<Confirmed["rate"]>> {
    const runs = this.#realTime ? RATE_RUNS_REAL_TIME : RATE_RUNS;
    let failures = 0;
    for (let run = 0; run < runs; run += 1) if ((await this.#run(rule, scenario)) !== undefined) failures += 1;
    return { failures, runs };
  }

  async #flaky(rule: Rule<never>, seen: Omit<Confirmed, "deterministic" | "rate">): Promise<Confirmed> {
    return { ...seen, deterministic: false, rate: await this.rate(rule, seen.scenario) };
  }

  async #run(
    rule: Rule<never>,
    scenario: Scenario,
  ): Promise<Pick<Confirmed, "trace" | "violation" | "hash"> | undefined> {
    const { trace } = await this.#runner.run(scenario);
    const [broken] = new Judge([rule]).judge(this.#profile.index(trace));
    const violation = broken?.violations[0];
    return violation === undefined ? undefined : { trace, violation, hash: traceHash(trace, this.#realTime) };
  }
}
