import type { LaneSetup } from "../../contract/lane-setup.ts";
import { dropped, lowered, weightOfCommon, without, withPlainerError } from "../shrink/fields.ts";
import type { Rename, Simplification } from "../shrink/simplification.ts";
import { THROWN_KINDS, type ThrownKind } from "../thrown.ts";
import type { EndsAtOnce, LaneCallback, LaneStep, SignalUse } from "./steps.ts";

const ENDS: readonly EndsAtOnce[] = ["finish", "fail", "throw"];
const USES: readonly SignalUse[] = ["watched", "heeded"];
const CALLBACKS: readonly LaneCallback[] = ["outcome", "wake"];

/** Pairs that a body returns unless its step says otherwise. */
const CALLS = [0, 1, 2, 3] as const;

/** Widths that are special, from the plainest. */
const CLAMPED: readonly LaneSetup["width"][] = [0, -1, "NaN"];

/** More than any width that is generated. */
const CLAMPED_WEIGHT = 10;

/** What is simpler among the scenarios of the `lane` profile. */
export const simplerLanes: Simplification<LaneStep, LaneSetup> = {
  simpler,
  simplerSetups,
  weight,
  weightOfSetup: ({ width, arrivals }) => weightOfWidth(width) + (arrivals === undefined ? 0 : 1),
  richerSetups: (setup) => (setup.arrivals === undefined ? [{ ...setup, arrivals: true }] : []),
  resettled: (step) => step,
  folded,
  sharper,
  unwrapped: () => undefined,
  isUnique: () => true,
  order: [
    "throw-in",
    "submit",
    "spawn",
    "park",
    "end",
    "fail-wait",
    "finish",
    "fail",
    "cancel",
    "relieve",
    "narrow",
    "close",
  ],
  renamed,
  plainName: (kind, index) => `${kind === "batch" ? "b" : "w"}${index + 1}`,
};

function simplerSetups(setup: LaneSetup): LaneSetup[] {
  const { width } = setup;
  const narrower = typeof width === "number" && width > 1 ? [1, width - 1] : width === 1 ? [] : [1];
  const widths = new Set<LaneSetup["width"]>([...narrower, ...CLAMPED.slice(0, Math.max(0, CLAMPED.indexOf(width)))]);
  return [...without(setup, "arrivals"), ...[...widths].map((other) => ({ ...setup, width: other }))];
}

function weightOfWidth(width: LaneSetup["width"]): number {
  const at = CLAMPED.indexOf(width);
  return at === -1 ? Number(width) - 1 : CLAMPED_WEIGHT + at;
}

/** Without what makes the step special, one thing at a time. */
function simpler(step: LaneStep): readonly LaneStep[] {
  switch (step.op) {
    case "submit":
      return [
        ...without(step, "agent", "ends", "thrown", "signal"),
        ...lowered(step, "ends", ENDS),
        ...lowered(step, "thrown", THROWN_KINDS),
        ...lowered(step, "signal", USES),
      ];
    case "spawn": {
      const { batch, parent, wait, gap } = step;
      const kept = gap === undefined ? {} : { gap };
      return [
        { op: "submit", batch, ...kept },
        { op: "park", batch: parent, wait, ...kept },
        ...without(step, "ambient"),
      ];
    }
    case "finish":
      return [...without(step, "calls"), ...lowered(step, "calls", CALLS)];
    case "fail":
      return [{ ...dropped(step, "thrown"), op: "finish" }, ...withPlainerError(step)];
    case "park":
      return [...without(step, "ambient", "inside", "throws"), ...lowered(step, "throws", THROWN_KINDS)];
    case "fail-wait":
      return [{ ...dropped(step, "thrown"), op: "end" }, ...withPlainerError(step)];
    case "relieve":
      return fewer(step.extra).map((extra) => ({ ...step, extra }));
    case "narrow":
      return fewer(step.upTo).map((upTo) => ({ ...step, upTo }));
    case "throw-in":
      return lowered(step, "callback", CALLBACKS);
    case "end":
    case "cancel":
    case "close":
      return [];
  }
}

/** Fewer permits, so that the fewest are found in a few tries. */
function fewer(permits: number): readonly number[] {
  return [...new Set([1, Math.floor(permits / 2), permits - 1])].filter((count) => count >= 1 && count < permits);
}

/** A body or a wait that ends when it is called; as many permits in one call. */
function folded(step: LaneStep, later: LaneStep): readonly LaneStep[] {
  if (step.op === "submit" && (later.op === "finish" || later.op === "fail")) {
    if (later.batch !== step.batch || step.ends !== undefined) return [];
    return [later.op === "fail" ? { ...step, ends: "fail", ...thrownBy(later) } : { ...step, ends: "finish" }];
  }
  if (step.op === "park" && later.op === "fail-wait") {
    return later.wait === step.wait && step.throws === undefined ? [{ ...step, throws: later.thrown ?? "error" }] : [];
  }
  if (step.op === "relieve" && later.op === "relieve") return [{ ...step, extra: step.extra + later.extra }];
  if (step.op === "narrow" && later.op === "narrow") return [{ ...step, upTo: step.upTo + later.upTo }];
  return [];
}

function sharper(step: LaneStep): readonly LaneStep[] {
  switch (step.op) {
    case "submit":
      return step.ends === undefined
        ? [
            { ...step, ends: "finish" },
            { ...step, ends: "fail" },
          ]
        : [];
    case "park":
      return step.throws === undefined ? [{ ...step, throws: "error" }] : [];
    default:
      return [];
  }
}

function thrownBy({ thrown }: { readonly thrown?: ThrownKind }): { readonly thrown?: ThrownKind } {
  return thrown === undefined ? {} : { thrown };
}

/** What is not usual about an operation. */
const WEIGHTS: Readonly<Record<LaneStep["op"], number>> = {
  submit: 0,
  finish: 0,
  end: 0,
  park: 0,
  fail: 2,
  "fail-wait": 2,
  cancel: 2,
  relieve: 2,
  narrow: 2,
  close: 2,
  "throw-in": 3,
  spawn: 3,
};

function weight(step: LaneStep): number {
  let sum = WEIGHTS[step.op];
  for (const [key, value] of Object.entries(step)) sum += weightOfCommon(key, value) ?? weightOfField(key, value);
  return sum;
}

function weightOfField(key: string, value: unknown): number {
  switch (key) {
    case "agent":
    case "ambient":
    case "inside":
      return 1;
    case "ends":
      return 1 + ENDS.indexOf(value as EndsAtOnce);
    case "signal":
      return 1 + USES.indexOf(value as SignalUse);
    case "calls":
      return 1 + Number(value);
    case "extra":
    case "upTo":
      return Number(value);
    case "callback":
      return CALLBACKS.indexOf(value as LaneCallback);
    default:
      return 0;
  }
}

function renamed(step: LaneStep, rename: Rename): LaneStep {
  switch (step.op) {
    case "submit": {
      const batch = rename("batch", step.batch, "introduces");
      return step.agent === undefined
        ? { ...step, batch }
        : { ...step, batch, agent: renamedAgent(step.agent, rename) };
    }
    case "spawn": {
      const parent = rename("batch", step.parent, "needs");
      return {
        ...step,
        batch: rename("batch", step.batch, "introduces"),
        parent,
        wait: rename("wait", step.wait, "introduces"),
      };
    }
    case "finish":
    case "fail":
    case "cancel":
      return { ...step, batch: rename("batch", step.batch, "needs") };
    case "park": {
      const { batch, inside } = step;
      return {
        ...step,
        ...(batch === undefined ? {} : { batch: rename("batch", batch, "needs") }),
        ...(inside === undefined ? {} : { inside: rename("wait", inside, "needs") }),
        wait: rename("wait", step.wait, "introduces"),
      };
    }
    case "end":
    case "fail-wait":
      return { ...step, wait: rename("wait", step.wait, "needs") };
    case "relieve":
    case "narrow":
    case "close":
    case "throw-in":
      return step;
  }
}

/** The agent that a batch has unless told otherwise is named after it. */
function renamedAgent(agent: string, rename: Rename): string {
  return agent.startsWith("agent-") ? `agent-${rename("batch", agent.slice(6), "mentions")}` : agent;
}
