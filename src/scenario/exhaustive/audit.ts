import type { Scenario } from "../../contract/scenario.ts";

const audited = new WeakSet<Scenario>();

/** Marks a scenario that was pruned and runs all the same. */
export function markAudited<T extends Scenario>(scenario: T): T {
  audited.add(scenario);
  return scenario;
}

/**
 * Whether an enumerated scenario was pruned, because others that differ in the order of independent steps stand for it.
 * A rule that only such scenarios break shows that the steps were not independent: that is a fault of the kit.
 */
export function isAudited(scenario: Scenario): boolean {
  return audited.has(scenario);
}
