import type { JobCapabilities } from "../../contract/job.ts";
import type { RandomSource, ScenarioSpace } from "../space.ts";
import { BoundedJobs } from "./bounded.ts";
import type { JobCall, JobSetup, JobStep } from "./steps.ts";
import { WeightedJobs } from "./weighted.ts";

/** The scenarios of the `job` profile, for a runtime with these capabilities. */
export function jobSpace(can: JobCapabilities): ScenarioSpace<JobStep, JobSetup> {
  const looks = LOOKS.filter((look) => look === "read" || can[look] === true);
  return {
    setup: (random) => chooseSetup(can, looks, random),
    start: () => new WeightedJobs(can),
    bounded: (jobs, controls) => new BoundedJobs(jobs, controls, can),
    boundedSetup: can.notices === true && can.get === true ? { look: "get" } : {},
    simpler,
    simplerSetups: (setup) => (setup.look === undefined ? [] : [{}]),
    names,
  };
}

const LOOKS = ["get", "list", "read"] as const;

function chooseSetup(
  can: JobCapabilities,
  looks: readonly NonNullable<JobSetup["look"]>[],
  random: RandomSource,
): JobSetup {
  const look = looks[random.nextInt(0, looks.length * 2 - 1)];
  return can.notices !== true || look === undefined ? {} : { look };
}

/** Simpler versions of a step: without what makes it special, one thing at a time. */
function simpler(step: JobStep): readonly JobStep[] {
  switch (step.op) {
    case "inside":
      return simplerCalls(step.call).map((call) => ({ ...step, call }));
    case "fail":
    case "kill":
      return [...without(step, "detail"), { ...step, op: "exit" }];
    case "exit":
      return without(step, "detail");
    case "reject":
      return [...without(step, "thrown"), { ...withoutKey(step, "thrown"), op: "exit" }];
    case "fault-in":
      return step.fault === "throws" ? [] : [{ ...step, fault: "throws" }];
    case "output":
    case "hang":
    case "advance":
      return [];
    default:
      return simplerCalls(step);
  }
}

function simplerCalls(call: JobCall): readonly JobCall[] {
  switch (call.op) {
    case "start":
      return (["label", "final", "instant", "onCancel", "throws", "empty", "owner"] as const).flatMap((key) =>
        without(call, key),
      );
    case "cancel":
      return [...without(call, "by"), ...without(call, "reason")];
    case "read":
    case "get":
      return without(call, "by");
    case "wait":
      return [...without(call, "by"), ...(call.ms > 1 ? [{ ...call, ms: 1 }] : [])];
    case "list":
      return call.by === null ? [] : [{ ...call, by: null }];
    case "dispose":
    case "dispose-owner":
      return [];
  }
}

function without<T extends object>(step: T, key: string): T[] {
  return key in step ? [withoutKey(step, key)] : [];
}

function withoutKey<T extends object>(step: T, key: string): T {
  return Object.fromEntries(Object.entries(step).filter(([name]) => name !== key)) as T;
}

/** The job that a step is about. */
function names(step: JobStep): readonly string[] {
  switch (step.op) {
    case "inside":
      return callNames(step.call);
    case "output":
    case "exit":
    case "fail":
    case "kill":
    case "reject":
    case "hang":
      return [step.job];
    case "advance":
    case "fault-in":
      return [];
    default:
      return callNames(step);
  }
}

function callNames(call: JobCall): readonly string[] {
  switch (call.op) {
    case "start":
      return [call.job];
    case "read":
    case "get":
    case "cancel":
    case "wait": {
      const name = call.job ?? call.like;
      return name === undefined ? [] : [name];
    }
    case "list":
    case "dispose":
    case "dispose-owner":
      return [];
  }
}
