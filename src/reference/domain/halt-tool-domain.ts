import type { HaltOrder } from "../../contract/domain.ts";
import { contain } from "./contain.ts";
import { HaltBudgetExceededError } from "./halt-budget-exceeded-error.ts";

/** Milliseconds that one `haltToolDomain` may take unless it is told otherwise. */
export const DEFAULT_HALT_BUDGET_MS = 5_000;

/** The longest delay a timer can keep; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** What {@link createHaltToolDomain} needs. */
export interface HaltToolDomainOptions {
  readonly domain: { halt(order: HaltOrder): Promise<void> };
  /** Told once of a stop that failed or ran out of its budget: the error of the release, or a `HaltBudgetExceededError`. */
  readonly onHaltFailure: (error: unknown) => void;
  /** Called once after that, also if `onHaltFailure` throws. */
  readonly releaseFallback: () => void;
  /** Milliseconds for one stop, at least 1; {@link DEFAULT_HALT_BUDGET_MS} if absent. */
  readonly budgetMs?: number;
  /** Gives an id that this domain has not seen; a random UUID if absent. */
  readonly newHaltId?: () => string;
}

/**
 * Makes the stop that production code calls: it ends within a budget and never rejects, whatever tools, release and
 * callbacks do. Each call is a stop generation of its own.
 *
 * After a failure the domain stays stopped until it is rearmed. A stop that ran out of its budget is not revoked: its
 * own release and receipt still come if its tools ever settle.
 *
 * Rules `domain/budget-*`; document "Tool Execution Domain", The executor contract.
 *
 * @throws RangeError if `budgetMs` is not a delay that a timer can keep.
 * @example
 * ```ts
 * const haltToolDomain = createHaltToolDomain({
 *   domain,
 *   onHaltFailure: (error) => log.warn(error),
 *   releaseFallback: () => closeEditors(),
 * });
 * await haltToolDomain("terminate");
 * ```
 */
export function createHaltToolDomain(options: HaltToolDomainOptions): (reason: HaltOrder["reason"]) => Promise<void> {
  const { domain, onHaltFailure, releaseFallback } = options;
  const budgetMs = options.budgetMs ?? DEFAULT_HALT_BUDGET_MS;
  const newHaltId = options.newHaltId ?? (() => crypto.randomUUID());
  if (!(budgetMs >= 1 && budgetMs <= MAX_TIMER_MS)) {
    throw new RangeError(`budgetMs must be a number from 1 to ${MAX_TIMER_MS}, but is ${budgetMs}.`);
  }

  return async (reason) => {
    const haltId = newHaltId();
    try {
      await withinBudget(domain.halt({ haltId, reason }), haltId, budgetMs);
    } catch (error) {
      contain(() => onHaltFailure(error));
      contain(() => releaseFallback());
    }
  };
}

function withinBudget(halted: Promise<void>, haltId: string, budgetMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new HaltBudgetExceededError(haltId, budgetMs)), budgetMs);
    halted.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
