import type { Scenario, Step } from "../contract/scenario.ts";
import type { BrokenRule } from "../judge/judge.ts";
import type { AnyRecord, RunResult } from "../run/runner.ts";
import { strategyOf } from "../scenario/arbitrary.ts";
import { isAudited } from "../scenario/exhaustive/audit.ts";
import type { Chunk, ChunkLimits, ChunkResult, Found } from "./chunk.ts";
import { epochNow } from "./epoch.ts";
import { containsStuck } from "./stuck.ts";

/** In real time a finding may turn out to be impatience: further ones of the same rule are kept then. */
const FOUND_PER_RULE_REAL_TIME = 10;

/** Counts what happens in one piece. */
export class Tally {
  readonly #chunk: Chunk;
  readonly #perRule: number;
  readonly #found: Found[] = [];
  readonly #perRuleFound = new Map<string, number>();
  readonly #strategies: Record<string, number> = {};
  #runs = 0;
  #notRun = 0;
  #skipped = 0;
  #steps = 0;
  #ended = false;
  #cutShort = false;

  constructor(chunk: Chunk, realTime: boolean) {
    this.#chunk = chunk;
    this.#perRule = realTime ? FOUND_PER_RULE_REAL_TIME : 1;
  }

  next(scenarios: Iterator<Scenario>, { stuck, until = Infinity, runsMax }: ChunkLimits): Scenario | undefined {
    if (this.#runs === runsMax || (until < Infinity && epochNow() > until)) {
      this.#cutShort = true;
      return undefined;
    }
    for (;;) {
      const { done, value } = scenarios.next();
      if (done === true) {
        this.#ended = this.#chunk.phase !== "exhaustive" || this.#runs + this.#notRun < this.#chunk.count;
        return undefined;
      }
      if (!containsStuck(value, stuck)) return value;
      this.#notRun += 1;
    }
  }

  count(result: RunResult<Step, AnyRecord>, skipped: number, broken: readonly BrokenRule[]): void {
    const { scenario } = result;
    this.#runs += 1;
    this.#steps += scenario.steps.length;
    this.#skipped += skipped;
    if (this.#chunk.phase === "random") {
      const by = this.#foundBy(scenario);
      this.#strategies[by] = (this.#strategies[by] ?? 0) + 1;
    }
    if (broken.length > 0) this.note(result, broken);
  }

  /** Keeps the first run that broke each rule. */
  note({ scenario, trace }: RunResult<Step, AnyRecord>, broken: readonly BrokenRule[]): void {
    const by = this.#foundBy(scenario);
    for (const { rule, violations } of broken) {
      const [first] = violations;
      const before = this.#perRuleFound.get(rule.id) ?? 0;
      if (first === undefined || before >= this.#perRule) continue;
      this.#perRuleFound.set(rule.id, before + 1);
      const run = { scenario, trace, at: first.at };
      this.#found.push({
        rule: rule.id,
        message: first.message,
        run,
        foundBy: by,
        ...(isAudited(scenario) ? { audited: true } : {}),
      });
    }
  }

  result(): Pick<ChunkResult, "runs" | "notRun" | "ended" | "cutShort" | "skippedSteps" | "strategies" | "found"> {
    return {
      runs: this.#runs,
      notRun: this.#notRun,
      ended: this.#ended,
      cutShort: this.#cutShort,
      skippedSteps: { skipped: this.#skipped, total: this.#steps },
      strategies: this.#strategies,
      found: this.#found,
    };
  }

  #foundBy(scenario: Scenario): string {
    const { phase } = this.#chunk;
    return phase === "random" ? (strategyOf(scenario) ?? phase) : phase;
  }
}
