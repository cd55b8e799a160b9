/**
 * A stop did not finish within its budget: some tool, or the release, has not settled. Reported by `haltToolDomain`,
 * never thrown at its caller. Rule `domain/budget-falls-back-once`.
 *
 * @example
 * ```ts
 * onHaltFailure: (error) => {
 *   if (error instanceof HaltBudgetExceededError) console.warn(error.haltId, error.budgetMs);
 * };
 * ```
 */
export class HaltBudgetExceededError extends Error {
  override readonly name = "HaltBudgetExceededError";
  readonly haltId: string;
  /** Milliseconds. */
  readonly budgetMs: number;

  constructor(haltId: string, budgetMs: number) {
    super(`Stop "${haltId}" did not finish within its budget of ${budgetMs} ms.`);
    this.haltId = haltId;
    this.budgetMs = budgetMs;
  }
}
