import type { DeterminismResult, StrategyResult } from "../contract/verdict.ts";
import type { Failure } from "./campaignOptions.ts";
import type { Phase, ChunkResult } from "./chunk.ts";

/** The sums over all pieces of a campaign. */
export class Totals {
  readonly schedules = { corpus: 0, exhaustive: 0, random: 0 };
  readonly skippedSteps = { skipped: 0, total: 0 };
  /** How often each judged rule was exercised, in their order. */
  readonly exercised: number[];
  notRun = 0;
  lateRuns = 0;
  cutShort = false;
  error: string | undefined;
  determinism: DeterminismResult = { audited: 0, differing: 0 };
  readonly #ruleIds: readonly string[];
  readonly #strategies = new Map<string, number>();

  constructor(ruleIds: readonly string[]) {
    this.#ruleIds = ruleIds;
    this.exercised = ruleIds.map(() => 0);
  }

  get runs(): number {
    const { corpus, exhaustive, random } = this.schedules;
    return corpus + exhaustive + random;
  }

  add(phase: Phase, result: ChunkResult): void {
    this.schedules[phase] += result.runs;
    this.skippedSteps.skipped += result.skippedSteps.skipped;
    this.skippedSteps.total += result.skippedSteps.total;
    for (const [index, count] of result.exercised.entries())
      this.exercised[index] = (this.exercised[index] ?? 0) + count;
    for (const [name, runs] of Object.entries(result.strategies)) {
      this.#strategies.set(name, (this.#strategies.get(name) ?? 0) + runs);
    }
    this.notRun += result.notRun;
    this.lateRuns += result.lateRuns;
    this.cutShort ||= result.cutShort;
    this.error ??= result.error;
    this.#addAudit(result.determinism);
  }

  exercisedById(): ReadonlyMap<string, number> {
    return new Map(this.#ruleIds.map((id, index) => [id, this.exercised[index] ?? 0]));
  }

  strategies(failures: readonly Failure[]): readonly StrategyResult[] {
    return [...this.#strategies]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, runs]) => {
        const found = failures.filter(({ counterexample }) => counterexample.foundBy === name);
        return { name, runs, found: found.map(({ rule }) => rule.id) };
      });
  }

  #addAudit({ audited, differing, example }: DeterminismResult): void {
    const first = this.determinism.example ?? example;
    this.determinism = {
      audited: this.determinism.audited + audited,
      differing: this.determinism.differing + differing,
      ...(first === undefined ? {} : { example: first }),
    };
  }
}
