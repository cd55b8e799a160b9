import type { Violation } from "../contract/rule.ts";
import type { Scenario, Step } from "../contract/scenario.ts";
import type { RecordBase, Trace } from "../contract/trace.ts";
import { Judge, type BrokenRule } from "../judge/judge.ts";
import type { AnyProfile, CheckableAdapter } from "../profiles/index.ts";
import { QUIESCENCE_MS_MAX } from "../run/realTime.ts";
import { Runner, type RunnerOptions } from "../run/runner.ts";
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
}

type AnyRecord = RecordBase & { readonly type: string };

/** In real time, what seems missing is missing only if it is missing again with this many times the bound. */
const PATIENCE = 10;

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

  /** Undefined: in real time, with more patience, nothing was missing. */
  async confirm({ rule, violations }: BrokenRule, scenario: Scenario, trace: Trace): Promise<Confirmed | undefined> {
    const [first] = violations;
    if (first === undefined) return undefined;
    const again = await this.#run(rule, scenario);
    if (again === undefined) {
      if (this.#realTime) return undefined;
      return { scenario, trace, violation: first, hash: traceHash(trace), deterministic: false };
    }
    const smallest = await minimise(scenario, this.#space, async (candidate) => {
      return (await this.#run(rule, candidate)) !== undefined;
    });
    const [one, two] = [await this.#run(rule, smallest), await this.#run(rule, smallest)];
    const shown = one ?? two ?? again;
    return {
      scenario: one === undefined && two === undefined ? scenario : smallest,
      trace: shown.trace,
      violation: shown.violation,
      hash: shown.hash,
      deterministic: one !== undefined && one.hash === two?.hash,
    };
  }

  async #run(
    rule: BrokenRule["rule"],
    scenario: Scenario,
  ): Promise<Pick<Confirmed, "trace" | "violation" | "hash"> | undefined> {
    const { trace } = await this.#runner.run(scenario);
    const [broken] = new Judge([rule]).judge(this.#profile.index(trace));
    const violation = broken?.violations[0];
    return violation === undefined ? undefined : { trace, violation, hash: traceHash(trace, this.#realTime) };
  }
}
