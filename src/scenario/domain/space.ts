import type { DomainCapabilities } from "../../contract/domain.ts";
import type { RandomSource, ScenarioSpace } from "../space.ts";
import { BoundedDomain } from "./bounded.ts";
import type { DomainCall, DomainSetup, DomainStep } from "./steps.ts";
import { WeightedDomain } from "./weighted.ts";

const BUDGETS_MS = [50, 1000] as const;

/** The scenarios of the `domain` profile, for an adapter with these capabilities. */
export function domainSpace(can: DomainCapabilities): ScenarioSpace<DomainStep, DomainSetup> {
  return {
    setup: (random) => chooseSetup(can, random),
    start: (setup) => new WeightedDomain(setup, can),
    bounded: (commands, controls) => new BoundedDomain(commands, controls, can.rearmWhileDraining === true),
    boundedSetup: {},
    simpler,
    simplerSetups,
    names,
  };
}

function chooseSetup(can: DomainCapabilities, random: RandomSource): DomainSetup {
  const budgetMs = BUDGETS_MS[random.nextInt(0, 3)];
  return {
    ...(can.resources === true && random.nextInt(1, 3) === 1 ? { resources: true } : {}),
    ...(can.surface === true && random.nextInt(1, 3) === 1 ? { surface: "denied" } : {}),
    ...(can.budget === true && budgetMs !== undefined ? { budgetMs } : {}),
  };
}

function simplerSetups(setup: DomainSetup): DomainSetup[] {
  const keys = Object.keys(setup) as (keyof DomainSetup)[];
  return keys.map((dropped) => Object.fromEntries(Object.entries(setup).filter(([key]) => key !== dropped)));
}

/** Simpler versions of a step: without what makes it special, one thing at a time. */
function simpler(step: DomainStep): readonly DomainStep[] {
  switch (step.op) {
    case "handle":
    case "halt":
      return simplerCalls(step);
    case "inside":
      return simplerCalls(step.call).map((call) => ({ ...step, call }));
    case "fail":
      return [...without(step, "thrown"), { ...without1(step, "thrown"), op: "settle" }];
    case "fail-release":
      return [...without(step, "thrown"), { ...without1(step, "thrown"), op: "release" }];
    case "fail-reset":
      return [...without(step, "thrown"), { ...without1(step, "thrown"), op: "reset" }];
    case "throw-reset":
      return without(step, "thrown");
    case "ask":
      return step.capability === "ask" ? [] : [{ ...step, capability: "ask" }];
    case "stop":
      return without(step, "reason");
    case "settle":
      return without(step, "value");
    case "hang":
    case "rearm":
    case "release":
    case "hang-release":
    case "reset":
    case "hang-reset":
    case "advance":
    case "throw-in":
    case "turn":
      return [];
  }
}

function simplerCalls(call: DomainCall): readonly DomainCall[] {
  if (call.op === "rearm") return [];
  if (call.op === "halt") return [...without(call, "reason"), ...without(call, "throws")];
  const keys = ["commandId", "dlineTid", "turnId", "mode", "throws"] as const;
  return keys.flatMap((key) => without(call, key));
}

function without<T extends object>(step: T, key: string): T[] {
  return key in step ? [without1(step, key)] : [];
}

function without1<T extends object>(step: T, key: string): T {
  return Object.fromEntries(Object.entries(step).filter(([name]) => name !== key)) as T;
}

/** The command, stop or turn that a step is about. */
function names(step: DomainStep): readonly string[] {
  switch (step.op) {
    case "inside":
      return callNames(step.call);
    case "handle":
    case "halt":
    case "rearm":
      return callNames(step);
    case "settle":
    case "fail":
    case "hang":
      return [step.command];
    case "release":
    case "fail-release":
    case "hang-release":
      return [step.halt];
    case "stop":
      return [step.stop];
    case "turn":
      return [step.turn];
    case "ask":
      return step.command === undefined ? [] : [step.command];
    case "reset":
    case "fail-reset":
    case "hang-reset":
    case "throw-reset":
    case "advance":
    case "throw-in":
      return [];
  }
}

function callNames(call: DomainCall): readonly string[] {
  switch (call.op) {
    case "handle":
      return [call.command];
    case "halt":
      return [call.halt];
    case "rearm":
      return call.halt === undefined ? [] : [call.halt];
  }
}
