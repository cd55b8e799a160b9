import type { Rule } from "../contract/rule.ts";
import type { Scenario, Step } from "../contract/scenario.ts";
import type { BrokenRun, Counterexample } from "../contract/verdict.ts";
import type { AdapterFacts, AnyProfile } from "../profiles/index.ts";
import { STEPS_DEFAULT, type CampaignOptions, type Failure } from "./campaignOptions.ts";
import type { Chunk, Found } from "./chunk.ts";
import type { Confirmed } from "./confirm.ts";
import { describeBreak } from "./describeBreak.ts";
import { nthRun } from "./explorer.ts";
import type { Outcome, Pool, Watched } from "./pool.ts";
import { containsStuck, stuckSteps, type Stuck, type StuckSteps } from "./stuck.ts";
import { brokenByStuck, stuckRun } from "./stuckRun.ts";
import { traceHash } from "./traceHash.ts";

type StuckOutcome = Extract<Outcome<never>, { readonly kind: "stuck" }>;

/** Each costs seconds; an executor that gets stuck in so many ways has shown enough. */
const STUCK_MAX = 4;

/** A thread that seems stuck may only have been starved: so often it is believed to have been. */
const UNCONFIRMED_MAX = 2;

/** What a campaign has found: each broken rule once, confirmed and made small, and where the executor got stuck. */
export class Findings {
  /** The steps that later scenarios must not contain. */
  readonly stuck: StuckSteps[] = [];
  /** What is wrong with the executor that no judged rule says. */
  problem: string | undefined;
  readonly #pool: Pool;
  readonly #profile: AnyProfile;
  readonly #adapter: AdapterFacts;
  readonly #judged: readonly Rule<never>[];
  readonly #options: Pick<CampaignOptions, "replayCommand" | "stepsMax">;
  readonly #failures = new Map<string, Failure>();
  /** What only pruned scenarios have broken so far. */
  readonly #audited = new Map<string, Found>();
  #unconfirmed = 0;

  constructor(
    pool: Pool,
    profile: AnyProfile,
    adapter: AdapterFacts,
    judged: readonly Rule<never>[],
    options: Pick<CampaignOptions, "replayCommand" | "stepsMax">,
  ) {
    this.#pool = pool;
    this.#profile = profile;
    this.#adapter = adapter;
    this.#judged = judged;
    this.#options = options;
  }

  get failures(): readonly Failure[] {
    return [...this.#failures.values()];
  }

  get hasGivenUp(): boolean {
    return this.stuck.length >= STUCK_MAX;
  }

  get isOver(): boolean {
    return this.hasGivenUp || this.problem !== undefined;
  }

  /** Looks at a finding again, unless its rule is known to be broken. */
  async settle(found: Found): Promise<void> {
    if (this.#failures.has(found.rule)) return;
    if (found.audited !== true) await this.#settleOne(found);
    else if (!this.#audited.has(found.rule)) this.#audited.set(found.rule, found);
  }

  async #settleOne(found: Found): Promise<void> {
    const rule = this.#judged.find(({ id }) => id === found.rule);
    if (rule === undefined) return;
    const confirmed = await this.#confirm(found);
    if (confirmed !== undefined) this.#add(rule, confirmed, found.run, found.foundBy);
  }

  async #confirm(found: Found): Promise<Confirmed | undefined> {
    const { scenario, trace, at } = found.run;
    while (!this.isOver && !containsStuck(scenario, this.stuck)) {
      const outcome = await this.#tryToConfirm(found);
      if (outcome?.kind === "done") return outcome.value;
      if (outcome !== undefined) await this.#meetStuck(outcome.scenario ?? scenario, outcome.stuck, found.foundBy);
    }
    // It was seen, and could not be looked at again: it stays found.
    const violation = { at, message: found.message };
    return { scenario, trace, violation, hash: traceHash(trace), deterministic: false };
  }

  /** Undefined: the adapter or the kit broke, which ends the campaign. */
  async #tryToConfirm(found: Found): Promise<Outcome<Confirmed | undefined> | undefined> {
    try {
      return await this.#pool.confirm(found, this.stuck);
    } catch (error) {
      this.problem = describeBreak(error);
      return undefined;
    }
  }

  /**
   * The search is over. If it is complete, what only a pruned scenario broke shows that steps were declared independent and
   * are not, and that the search has proved nothing; otherwise an order that was not pruned may have been left.
   */
  async closeAudit(isComplete: boolean): Promise<void> {
    for (const found of this.#audited.values()) {
      if (this.#failures.has(found.rule)) continue;
      if (!isComplete) await this.#settleOne(found);
      else this.problem ??= this.#wronglyPruned(found);
    }
    this.#audited.clear();
  }

  #wronglyPruned({ rule, run }: Found): string {
    const steps = run.scenario.steps.map((step) => this.#profile.describeStep(step)).join("; ");
    return `The kit broke: ${rule} is broken only in an order that was pruned (${steps}), so steps that it takes for independent are not`;
  }

  /** The run of a piece from which a thread never came back. */
  async gotStuck(chunk: Chunk, { stuck, at }: StuckOutcome): Promise<void> {
    if (at < 0) {
      this.#unconfirmed += 1;
      if (this.#unconfirmed > UNCONFIRMED_MAX)
        this.problem = `The kit broke: a thread was lost before its first run, ${stuck.message}`;
      return;
    }
    const scenario = nthRun(
      this.#profile,
      this.#adapter,
      this.#options.stepsMax ?? STEPS_DEFAULT,
      chunk,
      this.stuck,
      at,
    );
    await this.#meetStuck(scenario, stuck, chunk.phase);
  }

  async #meetStuck(scenario: Scenario, first: Stuck, foundBy: string): Promise<void> {
    if (first.step < 0) {
      this.problem = `create() of the adapter ${JSON.stringify(this.#adapter.name)} does not come back: ${first.message}`;
      return;
    }
    const { run, stuck, confirmed } = await this.#watch(scenario, first);
    if (!confirmed && this.#isPatient(first)) return;
    this.stuck.push(stuckSteps(run.scenario));
    this.#addStuck(run, stuck, confirmed, foundBy);
  }

  /** Loops are told from the clock; a machine that stood still must not be held against the executor. */
  #isPatient({ how }: Stuck): boolean {
    this.#unconfirmed += 1;
    return (how === "loop" || how === "storm") && this.#unconfirmed <= UNCONFIRMED_MAX;
  }

  /** Runs it again, watched; without the steps after the one that had begun, where that gets stuck as well. */
  async #watch(
    scenario: Scenario,
    first: Stuck,
  ): Promise<{ readonly run: BrokenRun; readonly stuck: Stuck; readonly confirmed: boolean }> {
    const short = upToStep(scenario, first.step);
    let tried = short;
    let watched: Watched = await this.#pool.watch(short);
    if (watched.stuck === undefined && short.steps.length < scenario.steps.length) {
      tried = scenario;
      watched = await this.#pool.watch(scenario);
    }
    const stuck = watched.stuck ?? first;
    return {
      run: stuckRun(this.#profile, this.#adapter, tried, watched.records, stuck),
      stuck,
      confirmed: watched.stuck !== undefined,
    };
  }

  #addStuck(run: BrokenRun, { message }: Stuck, confirmed: boolean, foundBy: string): void {
    const [first] = brokenByStuck(this.#profile, this.#judged, run);
    if (first === undefined) {
      this.problem = `The executor got stuck (${message}), and no judged rule says that it must not`;
      return;
    }
    if (this.#failures.has(first.rule.id)) return;
    const { scenario, trace } = run;
    const seen = { scenario, trace, violation: first.violation, hash: traceHash(trace), deterministic: confirmed };
    this.#add(
      first.rule,
      confirmed ? seen : { ...seen, rate: { failures: this.#unconfirmed, runs: 2 * this.#unconfirmed } },
      run,
      foundBy,
    );
  }

  /** The executor is not deterministic: no failure is certain, whatever it looked like. */
  async doubt(): Promise<void> {
    for (const { rule, counterexample } of this.failures) {
      if (!counterexample.deterministic || containsStuck(counterexample.scenario, this.stuck)) continue;
      const outcome = await this.#pool.rate(rule.id, counterexample.scenario);
      if (outcome.kind === "stuck") continue;
      this.#failures.set(rule.id, {
        rule,
        counterexample: { ...counterexample, deterministic: false, rate: outcome.value },
      });
    }
  }

  #add(rule: Rule<never>, confirmed: Confirmed, found: BrokenRun, foundBy: string): void {
    const { scenario, trace, violation, hash, deterministic, rate } = confirmed;
    const counterexample: Counterexample = {
      scenario,
      trace,
      at: violation.at,
      steps: scenario.steps.length,
      message: violation.message,
      replay: this.#options.replayCommand?.(rule.id) ?? `await replay(adapter, ${JSON.stringify(scenario)})`,
      traceHash: hash,
      deterministic,
      ...(rate === undefined ? {} : { rate }),
      found,
      foundBy,
    };
    this.#failures.set(rule.id, { rule, counterexample });
  }
}

/** The scenario without what comes after a step. */
function upToStep(scenario: Scenario, step: number): Scenario {
  const steps = scenario.steps.slice(0, step + 1);
  const last = Object.entries(steps.pop() ?? {}).filter(([field]) => field !== "gap");
  return { ...scenario, steps: [...steps, Object.fromEntries(last) as unknown as Step] };
}
