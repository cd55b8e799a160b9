import type { CallbackFault, JobRecord } from "../../contract/job-trace.ts";
import type { JobHost, JobSnapshot, JobSpec } from "../../contract/job.ts";
import type { JobCall, JobCallback } from "../../scenario/job/steps.ts";
import type { Recorder } from "../recorder.ts";
import type { IdTokens } from "./idTokens.ts";
import type { KitFaults } from "./kitFaults.ts";
import type { KitJob } from "./kitJob.ts";
import { scribble, seenSnapshot, textOf } from "./snapshots.ts";

/** What the callbacks of one run need. */
export interface HostSurroundings {
  readonly recorder: Recorder<JobRecord>;
  readonly ids: IdTokens;
  readonly faults: KitFaults;
  /** Makes a call from inside a callback. False: it is not enabled now. */
  callInside(call: JobCall, site: JobCallback): boolean;
  /** Looks at the job that a notice tells of. */
  lookAt(id: unknown): void;
}

/** What the runtime calls: the listener and the hooks, with the faults and calls that steps armed for them. */
export class JobHostSide {
  readonly host: JobHost;
  readonly #surroundings: HostSurroundings;
  readonly #recorder: Recorder<JobRecord>;
  readonly #armedFaults: { readonly callback: JobCallback; readonly fault: CallbackFault }[] = [];
  readonly #armedCalls: { readonly callback: JobCallback; readonly call: JobCall }[] = [];
  #notices = 0;

  constructor(surroundings: HostSurroundings) {
    this.#surroundings = surroundings;
    this.#recorder = surroundings.recorder;
    // The contract lets a listener throw or reject, although its type says that it returns nothing.
    this.host = { completed: (job, owner) => this.#completed(job, owner) as undefined };
  }

  armFault(callback: "completed" | "present", fault: CallbackFault): void {
    this.#armedFaults.push({ callback, fault });
  }

  armCall(callback: JobCallback, call: JobCall): void {
    this.#armedCalls.push({ callback, call });
  }

  specOf(job: KitJob, withHooks: boolean): JobSpec {
    return {
      kind: job.kind,
      label: job.label,
      ...(job.call.owner === undefined ? {} : { owner: job.call.owner }),
      start: () => job.start(),
      ...(withHooks ? { present: (state, shown) => this.#present(job, state, shown) } : {}),
    };
  }

  /** Makes the call that a step armed for this callback. */
  reenter(callback: JobCallback): void {
    if (this.#armedCalls.length === 0 || !this.#recorder.isOpen) return;
    const at = this.#armedCalls.findIndex((armed) => armed.callback === callback);
    if (at < 0) return;
    const [armed] = this.#armedCalls.splice(at, 1);
    if (armed !== undefined && !this.#surroundings.callInside(armed.call, callback)) {
      this.#recorder.add({ type: "skip", step: this.#recorder.step, at: this.#recorder.at });
    }
  }

  #completed(shown: JobSnapshot, owner: unknown): unknown {
    const notice = this.#notices;
    this.#notices += 1;
    const fault = this.#takeFault("completed");
    const id: unknown = (shown as Partial<JobSnapshot> | undefined)?.id;
    const seen = seenSnapshot(shown, this.#surroundings.ids);
    const { step, at } = this.#recorder;
    this.#recorder.add({ type: "notice", notice, shown: seen, owner: textOf(owner), fault, step, at });
    scribble(shown);
    this.#surroundings.lookAt(id);
    this.reenter("completed");
    this.#recorder.add({ type: "noticed", notice, step: this.#recorder.step, at: this.#recorder.at });
    return this.#fail("a listener", fault);
  }

  #present(job: KitJob, state: string, shown: JobSnapshot): unknown {
    const fault = this.#takeFault("present");
    const seen = seenSnapshot(shown, this.#surroundings.ids);
    const { step, at } = this.#recorder;
    this.#recorder.add({ type: "present", job: job.name, state, shown: seen, fault, step, at });
    this.reenter("present");
    return this.#fail("a hook", fault);
  }

  #takeFault(callback: JobCallback): CallbackFault | undefined {
    const at = this.#armedFaults.findIndex((armed) => armed.callback === callback);
    return at < 0 ? undefined : this.#armedFaults.splice(at, 1)[0]?.fault;
  }

  #fail(name: string, fault: CallbackFault | undefined): unknown {
    if (fault === undefined) return undefined;
    const error = this.#surroundings.faults.make(name, "error");
    if (fault === "throws") throw error;
    return Promise.reject(error);
  }
}
