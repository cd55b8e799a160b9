import type { ResetName } from "../../contract/domain-trace.ts";
import { dropped, lowered, sooner, weightOfCommon, without, withPlainerError } from "../shrink/fields.ts";
import type { Rename, Simplification } from "../shrink/simplification.ts";
import { SETTLED_KINDS, THROWN_KINDS, type ThrownKind } from "../thrown.ts";
import {
  DEFAULT_BUDGET_MS,
  type DomainCall,
  type DomainSetup,
  type DomainStep,
  type ReentrantSite,
  type ThrowingCallback,
} from "./steps.ts";

const REASONS = ["cancel", "terminate", "detach"] as const;

/** Budgets that a host may have, in ms. */
export const BUDGETS_MS = [50, 1000] as const;

const RESETS: readonly ResetName[] = ["revertDiff", "cancelCommand"];
const SITES: readonly ReentrantSite[] = ["emit", "runBlock", "release"];
const CALLBACKS: readonly ThrowingCallback[] = ["emit", "onReleaseError", "onHaltFailure", "releaseFallback"];

/** What can be asked for, from the most usual. */
const CAPABILITIES: readonly string[] = [
  "ask",
  "say",
  "openInteraction",
  "diff",
  "notify",
  "kind",
  "then",
  "constructor",
  "__proto__",
  "",
];

/** What is simpler among the scenarios of the `domain` profile. */
export const simplerDomains: Simplification<DomainStep, DomainSetup> = {
  simpler,
  simplerSetups: (setup) => [
    ...without(setup, "surface", "resources", "budgetMs"),
    ...lowered(setup, "budgetMs", BUDGETS_MS),
  ],
  weight,
  weightOfSetup: (setup) => Object.keys(setup).length + (setup.budgetMs ?? 0),
  richerSetups: () => [],
  resettled,
  folded,
  sharper,
  unwrapped,
  isUnique: (kind) => kind === "command",
  order: [
    "turn",
    "throw-in",
    "inside",
    "throw-reset",
    "handle",
    "ask",
    "settle",
    "fail",
    "hang",
    "halt",
    "stop",
    "release",
    "fail-release",
    "hang-release",
    "reset",
    "fail-reset",
    "hang-reset",
    "rearm",
    "advance",
  ],
  renamed,
  plainName: (kind, index) => `${kind === "command" ? "c" : kind === "stop" ? "h" : "t"}${index + 1}`,
};

/** Without what makes the step special, one thing at a time. */
function simpler(step: DomainStep): readonly DomainStep[] {
  switch (step.op) {
    case "handle":
    case "halt":
    case "rearm":
      return simplerCalls(step);
    case "inside":
      return [...simplerCalls(step.call).map((call) => ({ ...step, call })), ...lowered(step, "callback", SITES)];
    case "fail":
      return [{ ...dropped(step, "thrown"), op: "settle" }, ...withPlainerError(step)];
    case "fail-release":
      return [{ ...dropped(step, "thrown"), op: "release" }, ...withPlainerError(step)];
    case "fail-reset":
      return [
        { ...dropped(step, "thrown"), op: "reset" },
        ...withPlainerError(step),
        ...lowered(step, "which", RESETS),
      ];
    case "throw-reset":
      return [...withPlainerError(step), ...lowered(step, "which", RESETS)];
    case "hang":
      return [
        { ...step, op: "settle" },
        { ...step, op: "fail" },
      ];
    case "hang-release":
      return [
        { ...step, op: "release" },
        { ...step, op: "fail-release" },
      ];
    case "hang-reset":
      return [{ ...step, op: "reset" }, ...lowered(step, "which", RESETS)];
    case "reset":
      return lowered(step, "which", RESETS);
    case "ask":
      return [...lowered(step, "capability", CAPABILITIES), ...without(step, "command")];
    case "stop": {
      const halt = { op: "halt", halt: step.stop } as const;
      const { reason, gap } = step;
      const asHalt = { ...halt, ...(reason === undefined ? {} : { reason }), ...(gap === undefined ? {} : { gap }) };
      return [asHalt, ...without(step, "reason"), ...lowered(step, "reason", REASONS)];
    }
    case "settle":
      return [...without(step, "value"), ...lowered(step, "value", SETTLED_KINDS)];
    case "throw-in":
      return lowered(step, "callback", CALLBACKS);
    case "advance":
      return sooner(step, 1);
    case "release":
    case "turn":
      return [];
  }
}

function simplerCalls<C extends DomainCall>(call: C): readonly C[] {
  switch (call.op) {
    case "rearm":
      return without(call, "halt");
    case "halt":
      return [
        ...without(call, "reason", "throws"),
        ...lowered(call, "reason", REASONS),
        ...lowered(call, "throws", THROWN_KINDS),
      ];
    case "handle":
      return [
        ...without(call, "commandId", "dlineTid", "turnId", "mode", "throws"),
        ...lowered(call, "mode", ["parallel", "serial"]),
        ...lowered(call, "throws", THROWN_KINDS),
      ];
    default:
      return [];
  }
}

/** A time that was as long as the budget is as long as the other budget. */
function resettled(step: DomainStep, from: DomainSetup, to: DomainSetup): DomainStep {
  if (step.op !== "advance") return step;
  const [budget, other] = [from.budgetMs ?? DEFAULT_BUDGET_MS, to.budgetMs ?? DEFAULT_BUDGET_MS];
  return { ...step, ms: Math.max(1, step.ms - budget + other) };
}

/** What is answered at once is answered by a throw. */
function folded(step: DomainStep, later: DomainStep): readonly DomainStep[] {
  if (step.op === "advance") return later.op === "advance" ? [{ ...later, ms: step.ms + later.ms }] : [];
  if (step.op === "handle" && (later.op === "settle" || later.op === "fail")) {
    return later.command === step.command && step.throws === undefined ? [{ ...step, throws: thrownBy(later) }] : [];
  }
  if (step.op === "halt" && (later.op === "release" || later.op === "fail-release")) {
    return later.halt === step.halt && step.throws === undefined ? [{ ...step, throws: thrownBy(later) }] : [];
  }
  return [];
}

function sharper(step: DomainStep): readonly DomainStep[] {
  switch (step.op) {
    case "handle":
    case "halt":
      return step.throws === undefined ? [{ ...step, throws: "error" }] : [];
    case "release":
      return [{ ...step, op: "hang-release" }];
    default:
      return [];
  }
}

function thrownBy(answer: DomainStep): ThrownKind {
  return ("thrown" in answer ? answer.thrown : undefined) ?? "error";
}

function unwrapped(step: DomainStep): DomainStep | undefined {
  return step.op === "inside" ? step.call : undefined;
}

/** What is not usual about an operation. */
const WEIGHTS: Readonly<Record<DomainStep["op"], number>> = {
  handle: 0,
  halt: 0,
  rearm: 0,
  settle: 0,
  release: 0,
  reset: 0,
  ask: 1,
  turn: 1,
  fail: 2,
  "fail-release": 2,
  "fail-reset": 2,
  stop: 2,
  "throw-in": 3,
  "throw-reset": 3,
  advance: 3,
  hang: 4,
  "hang-release": 4,
  "hang-reset": 4,
  inside: 5,
};

function weight(step: DomainStep): number {
  let sum = WEIGHTS[step.op];
  for (const [key, value] of Object.entries(step)) sum += weightOfField(step, key, value);
  return sum;
}

function weightOfField(step: DomainStep, key: string, value: unknown): number {
  const common = weightOfCommon(key, value);
  if (common !== undefined) return common;
  switch (key) {
    case "commandId":
    case "dlineTid":
    case "turnId":
      return 1;
    case "mode":
      return value === "parallel" ? 1 : 2;
    case "reason":
      return 1 + REASONS.indexOf(value as (typeof REASONS)[number]);
    case "call":
      return weight(value as DomainCall);
    case "callback":
      return step.op === "inside"
        ? SITES.indexOf(value as ReentrantSite)
        : CALLBACKS.indexOf(value as ThrowingCallback);
    case "which":
      return RESETS.indexOf(value as ResetName);
    case "capability":
      return CAPABILITIES.indexOf(value as string);
    case "command":
      return step.op === "ask" ? 1 : 0;
    case "halt":
      return step.op === "rearm" ? 1 : 0;
    default:
      return 0;
  }
}

function renamed(step: DomainStep, rename: Rename): DomainStep {
  switch (step.op) {
    case "inside":
      return { ...step, call: renamedCall(step.call, rename) };
    case "handle":
    case "halt":
    case "rearm":
      return renamedCall(step, rename);
    case "settle":
    case "fail":
    case "hang":
      return { ...step, command: rename("command", step.command, "needs") };
    case "release":
    case "fail-release":
    case "hang-release":
      return { ...step, halt: rename("stop", step.halt, "needs") };
    case "stop":
      return { ...step, stop: rename("stop", step.stop, "introduces") };
    case "turn":
      return { ...step, turn: rename("turn", step.turn, "introduces") };
    case "ask":
      return step.command === undefined ? step : { ...step, command: rename("command", step.command, "needs") };
    case "reset":
    case "fail-reset":
    case "hang-reset":
    case "throw-reset":
    case "advance":
    case "throw-in":
      return step;
  }
}

function renamedCall<C extends DomainCall>(call: C, rename: Rename): C;
function renamedCall(call: DomainCall, rename: Rename): DomainCall {
  switch (call.op) {
    case "handle": {
      const { command, commandId, dlineTid, turnId } = call;
      return {
        ...call,
        command: rename("command", command, "introduces"),
        ...(commandId === undefined ? {} : { commandId: rename("command", commandId, "mentions") }),
        ...(dlineTid === undefined ? {} : { dlineTid: renamedTid(dlineTid, rename) }),
        ...(turnId === undefined ? {} : { turnId: rename("turn", turnId, "mentions") }),
      };
    }
    case "halt":
      return { ...call, halt: rename("stop", call.halt, "introduces") };
    case "rearm":
      return call.halt === undefined ? call : { ...call, halt: rename("stop", call.halt, "mentions") };
  }
}

/** A tid that was made from the name of a command follows it. */
function renamedTid(tid: string, rename: Rename): string {
  return tid.startsWith("tid-") ? `tid-${rename("command", tid.slice(4), "mentions")}` : tid;
}
