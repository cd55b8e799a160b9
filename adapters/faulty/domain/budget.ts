import type { DomainHost } from "executor-conformance";
import type { Faults } from "./faults/index.ts";
import { contain } from "./release.ts";

const DEFAULT_BUDGET_MS = 5000;

/** Ends a stop within its budget: on timeout or error the failure is reported and the fallback released, once. */
export function stopWithinBudget(host: DomainHost, has: Faults, halt: () => Promise<void>): Promise<void> {
  if (has("budget-stop-does-nothing")) return Promise.resolve();
  const budgetMs = has("budget-of-host-ignored") ? DEFAULT_BUDGET_MS : (host.haltBudgetMs ?? DEFAULT_BUDGET_MS);
  return new Promise((resolve, reject) => {
    let isOver = false;
    const end = (failure?: { readonly error: unknown }): void => {
      if (isOver && has("late-end-falls-back-again")) contain(() => host.releaseFallback());
      if (isOver) return;
      isOver = true;
      if (!has("budget-timer-left")) clearTimeout(timer);
      if (failure !== undefined) fail(host, failure.error, has);
      if (failure !== undefined && has("budget-failure-rejects")) reject(failure.error);
      else resolve();
    };
    const timer = setTimeout(() => {
      if (!has("budget-not-kept")) end({ error: new Error(`not stopped within ${budgetMs} ms`) });
    }, budgetMs);
    halt().then(
      () => end(),
      (error: unknown) => end({ error }),
    );
  });
}

function fail({ onHaltFailure, releaseFallback }: DomainHost, error: unknown, has: Faults): void {
  if (has("throwing-report-skips-fallback")) {
    contain(() => {
      onHaltFailure(error);
      releaseFallback();
    });
    return;
  }
  contain(() => onHaltFailure(error));
  contain(() => releaseFallback());
}
