import { install } from "@sinonjs/fake-timers";
import { conformanceProperty, type DomainAdapter, type Scenario } from "executor-conformance";
import fc from "fast-check";
import type { Program } from "./program.ts";
import { ScheduledRun } from "./scheduledRun.ts";

/** The scenarios of one seed: those that the campaign of that seed runs. */
export function scenariosOf(adapter: DomainAdapter, seed: number, numRuns: number): readonly Scenario[] {
  return fc.sample(conformanceProperty(adapter), { seed, numRuns }).flat();
}

/** Runs each program once under a scheduler of its own; gives their number. */
export async function onScheduler(adapter: DomainAdapter, seed: number, programs: readonly Program[]): Promise<number> {
  const clock = install({ now: 0, toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  const rest = programs.values();
  const property = fc.asyncProperty(fc.scheduler(), async (scheduler) => {
    const { value } = rest.next();
    if (value === undefined) throw new Error("Expected a program for each run");
    clock.reset();
    await new ScheduledRun(adapter, value, scheduler, (ms) => clock.tick(ms)).run();
  });
  try {
    await fc.assert(property, { seed, numRuns: programs.length });
  } finally {
    clock.uninstall();
  }
  return programs.length;
}
