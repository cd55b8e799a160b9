import type { DomainHost } from "executor-conformance";
import { quietly } from "./quietly.ts";

/** A stop that loses the race against its budget, or fails, is reported and released by the fallback. */
export async function raceBudget(halt: Promise<void>, host: DomainHost): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("the budget is over")), host.haltBudgetMs ?? 5000);
  });
  try {
    await Promise.race([halt, timeout]);
  } catch (error) {
    quietly(() => host.onHaltFailure(error));
    quietly(() => host.releaseFallback());
  } finally {
    clearTimeout(timer);
  }
}
