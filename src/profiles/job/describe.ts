import type { JobCall, JobStep, StartCall, TargetedCall } from "../../scenario/job/steps.ts";
import { describeKind } from "../../scenario/thrown.ts";

/** How a step reads to a person. */
export function describeJobStep(step: JobStep): string {
  switch (step.op) {
    case "output":
    case "hang":
      return `${step.op} ${step.job}`;
    case "exit":
    case "fail":
    case "kill":
      return `${step.op} ${step.job}${step.detail === true ? " (with a detail)" : ""}`;
    case "reject":
      return `reject ${step.job}${step.thrown === undefined ? "" : ` (with ${describeKind(step.thrown)})`}`;
    case "advance":
      return `advance ${step.ms} ms`;
    case "fault-in":
      return `the next ${step.callback} ${step.fault}`;
    case "inside":
      return `inside the next ${step.callback}: ${describeCall(step.call)}`;
    default:
      return describeCall(step);
  }
}

function describeCall(call: JobCall): string {
  switch (call.op) {
    case "start":
      return describeStart(call);
    case "read":
    case "get":
      return `${call.op} ${target(call)}${by(call)}`;
    case "cancel":
      return `cancel ${target(call)}${by(call)}${call.reason === undefined ? "" : ` (${JSON.stringify(call.reason)})`}`;
    case "wait":
      return `wait ${call.ms} ms for ${target(call)}${by(call)}`;
    case "list":
      return `list${by(call)}`;
    case "dispose-owner":
      return `dispose the owner ${JSON.stringify(call.owner)}`;
    case "dispose":
      return "dispose";
  }
}

function describeStart({ job, owner, label, final, instant, onCancel, throws, empty }: StartCall): string {
  const special = [
    owner === undefined ? "no owner" : `owner ${JSON.stringify(owner)}`,
    label === undefined ? [] : `label ${JSON.stringify(label)}`,
    empty === undefined ? [] : `empty ${empty}`,
    final === true ? "output at its end" : [],
    instant === undefined ? [] : `${instant}s at once`,
    onCancel === undefined ? [] : `its cancel ${onCancel}`,
    throws === undefined ? [] : `its start throws ${describeKind(throws)}`,
  ].flat();
  return `start ${job} (${special.join(", ")})`;
}

function target(call: TargetedCall): string {
  if (call.id !== undefined) return `the unknown id ${JSON.stringify(call.id)}`;
  return call.job ?? `an unknown id like that of ${call.like}`;
}

function by(call: { readonly by?: string | null | undefined }): string {
  if (call.by === undefined) return "";
  return call.by === null ? " without a token" : ` by ${JSON.stringify(call.by)}`;
}
