import type { CallbackFault } from "../../contract/job-trace.ts";
import { dropped, lowered, sooner, weightOfCommon, without, withPlainerError } from "../shrink/fields.ts";
import type { Rename, Simplification } from "../shrink/simplification.ts";
import { THROWN_KINDS } from "../thrown.ts";
import type { JobCall, JobCallback, JobSetup, JobStep, StartCall, TargetedCall } from "./steps.ts";

/** Tokens that say nothing but that they differ. */
const OWNERS = ["alice", "bob", "carol"] as const;

const CALLBACKS: readonly JobCallback[] = ["completed", "start", "cancel", "present"];
const FAULTS: readonly CallbackFault[] = ["throws", "rejects"];
const INSTANT: readonly NonNullable<StartCall["instant"]>[] = ["exit", "reject"];
const ON_CANCEL: readonly NonNullable<StartCall["onCancel"]>[] = ["settles", "throws"];
const EMPTY: readonly NonNullable<StartCall["empty"]>[] = ["kind", "label"];
const LOOKS: readonly NonNullable<JobSetup["look"]>[] = ["get", "list", "read"];

/** Ids that no runtime issues, from the plainest. */
const UNKNOWN_IDS = ["no-such-job", "toString", "constructor", "__proto__", ""] as const;

/** What is simpler among the scenarios of the `job` profile. */
export const simplerJobs: Simplification<JobStep, JobSetup> = {
  simpler,
  simplerSetups: (setup) => without(setup, "look"),
  weight,
  weightOfSetup: ({ look }) => (look === undefined ? 0 : 1 + LOOKS.indexOf(look)),
  richerSetups: () => [],
  resettled: (step) => step,
  folded,
  sharper,
  unwrapped: (step) => (step.op === "inside" ? step.call : undefined),
  isUnique: (kind) => kind === "job",
  order: [
    "fault-in",
    "inside",
    "start",
    "output",
    "read",
    "get",
    "list",
    "wait",
    "cancel",
    "exit",
    "fail",
    "kill",
    "reject",
    "hang",
    "dispose-owner",
    "dispose",
    "advance",
  ],
  renamed,
  plainName: (kind, index) => (kind === "job" ? `j${index + 1}` : (OWNERS[index] ?? `owner-${index + 1}`)),
};

/** Without what makes the step special, one thing at a time. */
function simpler(step: JobStep): readonly JobStep[] {
  switch (step.op) {
    case "inside":
      return [...simplerCalls(step.call).map((call) => ({ ...step, call })), ...lowered(step, "callback", CALLBACKS)];
    case "fail":
    case "kill":
      return [{ ...dropped(step, "detail"), op: "exit" }, ...without(step, "detail")];
    case "exit":
      return without(step, "detail");
    case "reject":
      return [{ ...dropped(step, "thrown"), op: "exit" }, ...withPlainerError(step)];
    case "hang":
      return [{ ...step, op: "exit" }];
    case "fault-in":
      return [...lowered(step, "fault", FAULTS), ...lowered(step, "callback", ["completed", "present"])];
    case "advance":
      return sooner(step, 1);
    case "output":
      return [];
    default:
      return simplerCalls(step);
  }
}

function simplerCalls<C extends JobCall>(call: C): readonly C[];
function simplerCalls(call: JobCall): readonly JobCall[] {
  switch (call.op) {
    case "start":
      return [
        ...without(call, "label", "final", "instant", "onCancel", "throws", "empty"),
        ...(call.owner === undefined ? [{ ...call, owner: OWNERS[0] }] : []),
        ...lowered(call, "instant", INSTANT),
        ...lowered(call, "onCancel", ON_CANCEL),
        ...lowered(call, "throws", THROWN_KINDS),
        ...lowered(call, "empty", EMPTY),
      ];
    case "cancel":
      return [asRead(call), ...simplerTargets(call), ...without(call, "reason")];
    case "read":
      return simplerTargets(call);
    case "get":
      return [asRead(call), ...simplerTargets(call)];
    case "wait":
      return [asRead(call), ...simplerTargets(call), ...sooner(call, 0)];
    case "list":
    case "dispose":
    case "dispose-owner":
      return [];
  }
}

/** The same target, only read. */
function asRead(call: TargetedCall): JobCall {
  return dropped(dropped({ ...call, op: "read" as const }, "ms"), "reason") as JobCall;
}

function simplerTargets<C extends TargetedCall>(call: C): readonly C[] {
  if (call.id !== undefined) return lowered(call, "id", UNKNOWN_IDS);
  const unknown =
    call.like === undefined ? [] : [{ ...dropped(call, "like"), id: UNKNOWN_IDS[0], by: OWNERS[0] } as unknown as C];
  return [...unknown, ...without(call, "by")];
}

/** A producer that has ended when it is handed over, or is not handed over at all. */
function folded(step: JobStep, later: JobStep): readonly JobStep[] {
  if (step.op === "advance") return later.op === "advance" ? [{ ...later, ms: step.ms + later.ms }] : [];
  if (step.op !== "start" || step.instant !== undefined || step.throws !== undefined) return [];
  switch (later.op) {
    case "exit":
    case "fail":
    case "kill":
      return later.job === step.job ? [{ ...step, instant: "exit" }] : [];
    case "reject":
      if (later.job !== step.job) return [];
      return [
        { ...step, instant: "reject" },
        { ...step, throws: later.thrown ?? "error" },
      ];
    default:
      return [];
  }
}

function sharper(step: JobStep): readonly JobStep[] {
  if (step.op !== "start" || step.instant !== undefined || step.throws !== undefined) return [];
  return [
    { ...step, instant: "exit" },
    { ...step, instant: "reject" },
    { ...step, throws: "error" },
  ];
}

/** What is not usual about an operation. */
const WEIGHTS: Readonly<Record<JobStep["op"], number>> = {
  start: 0,
  exit: 0,
  output: 1,
  read: 1,
  get: 2,
  list: 2,
  wait: 2,
  cancel: 2,
  fail: 2,
  kill: 2,
  reject: 3,
  advance: 3,
  "fault-in": 3,
  "dispose-owner": 3,
  dispose: 3,
  hang: 4,
  inside: 5,
};

function weight(step: JobStep): number {
  let sum = WEIGHTS[step.op];
  for (const [key, value] of Object.entries(step)) sum += weightOfCommon(key, value) ?? weightOfField(key, value);
  return step.op === "start" && step.owner === undefined ? sum + 1 : sum;
}

function weightOfField(key: string, value: unknown): number {
  switch (key) {
    case "label":
    case "final":
    case "reason":
    case "detail":
      return 1;
    case "by":
      return value === null ? 2 : 1;
    case "like":
      return 10;
    case "id":
      return 3 + UNKNOWN_IDS.indexOf(value as (typeof UNKNOWN_IDS)[number]);
    case "instant":
      return 1 + INSTANT.indexOf(value as (typeof INSTANT)[number]);
    case "onCancel":
      return 1 + ON_CANCEL.indexOf(value as (typeof ON_CANCEL)[number]);
    case "empty":
      return 1 + EMPTY.indexOf(value as (typeof EMPTY)[number]);
    case "fault":
      return FAULTS.indexOf(value as CallbackFault);
    case "callback":
      return CALLBACKS.indexOf(value as JobCallback);
    case "call":
      return weight(value as JobCall);
    default:
      return 0;
  }
}

function renamed(step: JobStep, rename: Rename): JobStep {
  switch (step.op) {
    case "inside":
      return { ...step, call: renamedCall(step.call, rename) };
    case "output":
    case "exit":
    case "fail":
    case "kill":
    case "reject":
    case "hang":
      return { ...step, job: rename("job", step.job, "needs") };
    case "advance":
    case "fault-in":
      return step;
    default:
      return renamedCall(step, rename);
  }
}

function renamedCall<C extends JobCall>(call: C, rename: Rename): C;
function renamedCall(call: JobCall, rename: Rename): JobCall {
  switch (call.op) {
    case "start": {
      const { job, owner, label } = call;
      return {
        ...call,
        job: rename("job", job, "introduces"),
        ...(owner === undefined ? {} : { owner: rename("owner", owner, "mentions") }),
        ...(label === undefined ? {} : { label: renamedLabel(label, rename) }),
      };
    }
    case "dispose-owner":
      return { ...call, owner: rename("owner", call.owner, "mentions") };
    case "list":
      return call.by === null ? call : { ...call, by: rename("owner", call.by, "mentions") };
    case "dispose":
      return call;
    default:
      return renamedTarget(call, rename);
  }
}

function renamedTarget(call: TargetedCall, rename: Rename): TargetedCall {
  const by = typeof call.by === "string" ? { by: rename("owner", call.by, "mentions") } : {};
  if (call.job !== undefined) return { ...call, ...by, job: rename("job", call.job, "needs") };
  return call.like === undefined ? { ...call, ...by } : { ...call, ...by, like: rename("job", call.like, "needs") };
}

const LABEL = "the label of ";

/** The label that a job has unless told otherwise is made from its name. */
function renamedLabel(label: string, rename: Rename): string {
  return label.startsWith(LABEL) ? LABEL + rename("job", label.slice(LABEL.length), "mentions") : label;
}
