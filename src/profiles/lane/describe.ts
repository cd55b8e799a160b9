import type { LaneStep, ParkStep } from "../../scenario/lane/steps.ts";
import { describeKind, type ThrownKind } from "../../scenario/thrown.ts";

/** How a step reads to a person. */
export function describeLaneStep(step: LaneStep): string {
  switch (step.op) {
    case "submit": {
      const about = [
        step.agent === undefined ? [] : [`agent ${name(step.agent)}`],
        step.ends === undefined ? [] : [`its body ${BODY_ENDS[step.ends]}${thrown(step.thrown)}`],
        step.signal === undefined ? [] : [step.signal === "watched" ? "listens to its signal" : "stops on its signal"],
      ].flat();
      return `submit ${name(step.batch)}${about.length === 0 ? "" : ` (${about.join(", ")})`}`;
    }
    case "spawn":
      return `${name(step.parent)} submits ${name(step.batch)} and parks on it (${step.wait}${how(step.ambient)})`;
    case "finish":
      return `finish ${name(step.batch)}${step.calls === undefined ? "" : ` with ${step.calls} pairs`}`;
    case "fail":
      return `fail ${name(step.batch)}${thrown(step.thrown)}`;
    case "park":
      return describePark(step);
    case "end":
      return `end ${step.wait}`;
    case "fail-wait":
      return `fail ${step.wait}${thrown(step.thrown)}`;
    case "cancel":
      return `cancel ${name(step.batch)}`;
    case "relieve":
      return `relieve by ${step.extra}`;
    case "narrow":
      return `narrow by up to ${step.upTo}`;
    case "close":
      return "close";
    case "throw-in":
      return `the next ${step.callback} throws`;
  }
}

const BODY_ENDS = { finish: "returns at once", fail: "rejects at once", throw: "throws at once" } as const;

function describePark({ batch, wait, ambient, inside, throws }: ParkStep): string {
  const about = [
    inside === undefined ? [] : [`inside ${inside}`],
    ambient === undefined ? [] : ["ambient"],
    throws === undefined ? [] : [`the wait throws ${describeKind(throws)}`],
  ].flat();
  const detail = about.length === 0 ? "" : ` (${about.join(", ")})`;
  return batch === undefined ? `await ${wait} outside any batch${detail}` : `park ${name(batch)} on ${wait}${detail}`;
}

function how(ambient: true | undefined): string {
  return ambient === undefined ? "" : ", ambient";
}

/** Ids that are plain words stand as they are; every other one in quotes. */
export function name(id: string): string {
  return /^[\w-]+$/.test(id) && !id.startsWith("_") ? id : JSON.stringify(id);
}

function thrown(kind: ThrownKind | undefined): string {
  return kind === undefined || kind === "error" ? "" : ` (with ${describeKind(kind)})`;
}
