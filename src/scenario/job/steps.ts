import type { CallbackFault } from "../../contract/job-trace.ts";
import type { Gap, Scenario } from "../../contract/scenario.ts";
import type { ThrownKind } from "../thrown.ts";

/** What a call is about: a job, an id that was never issued, or one that only looks like that of a job. */
export type JobStepTarget =
  | { readonly job: string; readonly id?: undefined; readonly like?: undefined }
  | { readonly id: string; readonly job?: undefined; readonly like?: undefined }
  | { readonly like: string; readonly job?: undefined; readonly id?: undefined };

/** Whose token a call carries: that of the job's owner where absent, none where null. */
interface By {
  readonly by?: string | null | undefined;
}

/** A call about one job. */
export type TargetedCall = (
  | { readonly op: "read" | "get" }
  | { readonly op: "cancel"; readonly reason?: string | undefined }
  | { readonly op: "wait"; readonly ms: number }
) &
  JobStepTarget &
  By;

export interface StartCall {
  readonly op: "start";
  /** The kit's own name of this one job; unique in a scenario. */
  readonly job: string;
  /** Absent: a job without an owner. */
  readonly owner?: string;
  /** Absent: one that no other job has. */
  readonly label?: string;
  /** The producer has no `readOutput` and gives its output with its outcome. */
  readonly final?: true;
  /** `done` has settled when the producer is handed over. */
  readonly instant?: "exit" | "reject";
  /** What `cancel` of the producer does, besides being noted. */
  readonly onCancel?: "throws" | "settles";
  /** `start()` throws instead of returning a producer. */
  readonly throws?: ThrownKind;
  /** [validation] This field of the spec is empty. */
  readonly empty?: "kind" | "label";
}

/** A call of the kit, possible as a step and from inside a callback of the host. */
export type JobCall =
  | StartCall
  | TargetedCall
  | { readonly op: "list"; readonly by: string | null }
  | { readonly op: "dispose-owner"; readonly owner: string }
  | { readonly op: "dispose" };

/** The callbacks of the kit from which a call can be made. */
export type JobCallback = "completed" | "start" | "cancel" | "present";

/** The steps of the `job` profile, named as in the contract. */
export type JobStep = { readonly gap?: Gap } & (
  | JobCall
  /** The producer produces one more piece. */
  | { readonly op: "output"; readonly job: string }
  /** `done` resolves as completed, failed or killed, or rejects. */
  | { readonly op: "exit" | "fail" | "kill"; readonly job: string; readonly detail?: true }
  | { readonly op: "reject"; readonly job: string; readonly thrown?: ThrownKind }
  /** The producer never settles, not even when the kit grants the rest. */
  | { readonly op: "hang"; readonly job: string }
  | { readonly op: "advance"; readonly ms: number }
  /** The next call of the listener or of a hook fails. */
  | { readonly op: "fault-in"; readonly callback: "completed" | "present"; readonly fault: CallbackFault }
  /** The next call of that callback makes a call itself, before it returns. */
  | { readonly op: "inside"; readonly callback: JobCallback; readonly call: JobCall }
);

/** What the host of one run looks like. */
export interface JobSetup {
  /** What the listener asks for at every notice, about the job it is told of. */
  readonly look?: "get" | "list" | "read";
}

export type JobScenario = Scenario<JobStep, JobSetup>;
