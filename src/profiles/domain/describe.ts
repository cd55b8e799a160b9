import type { DomainCall, DomainStep } from "../../scenario/domain/steps.ts";
import { describeKind, type SettledKind, type ThrownKind } from "../../scenario/thrown.ts";

/** How a step reads to a person. */
export function describeDomainStep(step: DomainStep): string {
  switch (step.op) {
    case "handle":
    case "halt":
    case "rearm":
      return describeCall(step);
    case "inside":
      return `inside the next ${step.callback}: ${describeCall(step.call)}`;
    case "settle":
      return `settle ${step.command}${step.value === undefined ? "" : ` (giving ${step.value})`}`;
    case "hang":
      return `hang ${step.command}`;
    case "fail":
      return `fail ${step.command}${thrown(step.thrown)}`;
    case "release":
    case "hang-release":
      return `${step.op} ${name(step.halt)}`;
    case "fail-release":
      return `fail-release ${name(step.halt)}${thrown(step.thrown)}`;
    case "reset":
    case "hang-reset":
      return `${step.op} ${step.which}`;
    case "fail-reset":
    case "throw-reset":
      return `${step.op} ${step.which}${thrown(step.thrown)}`;
    case "stop":
      return `haltToolDomain ${step.stop}`;
    case "advance":
      return `advance ${step.ms} ms`;
    case "throw-in":
      return `the next ${step.callback} throws`;
    case "ask":
      return `ask for ${name(step.capability)}${step.command === undefined ? "" : ` from the tool of ${step.command}`}`;
    case "turn":
      return `enter turn ${step.turn}`;
  }
}

function describeCall(call: DomainCall): string {
  switch (call.op) {
    case "handle": {
      const ids = [
        call.commandId === undefined ? [] : [`id ${name(call.commandId)}`],
        call.turnId === undefined ? [] : [`turn ${call.turnId}`],
        call.mode === undefined ? [] : [call.mode],
        call.throws === undefined ? [] : [`its tool throws ${describeKind(call.throws)}`],
      ].flat();
      return `handle ${call.command}${ids.length === 0 ? "" : ` (${ids.join(", ")})`}`;
    }
    case "halt":
      return `halt ${name(call.halt)}${call.throws === undefined ? "" : ` (its release throws ${describeKind(call.throws)})`}`;
    case "rearm":
      return call.halt === undefined ? "rearm" : `rearm ${name(call.halt)}`;
  }
}

/** Ids that are plain words stand as they are; every other one in quotes. */
export function name(id: string): string {
  return /^[\w-]+$/.test(id) && !id.startsWith("_") ? id : JSON.stringify(id);
}

function thrown(kind: ThrownKind | SettledKind | undefined): string {
  return kind === undefined || kind === "error" ? "" : ` (with ${describeKind(kind)})`;
}
