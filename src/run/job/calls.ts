import type { JobAnswer, JobCallGiven, JobCallSite, JobMethod, JobRecord } from "../../contract/job-trace.ts";
import type { JobRuntime } from "../../contract/job.ts";
import type { Recorder } from "../recorder.ts";
import { describeThrown, isThenable } from "../values.ts";
import type { IdTokens } from "./idTokens.ts";
import type { KitFaults } from "./kitFaults.ts";
import { scribble, seenSnapshot, textOf } from "./snapshots.ts";

/** How a call ended, told to whoever made it. */
export type CallEnd = { readonly how: "answered"; readonly value: unknown } | { readonly how: "refused" };

/** A call that is about to be made. */
export interface PlannedCall {
  readonly given: JobCallGiven;
  readonly site: JobCallSite;
  /** The id it passes, left out of the text of a refusal. */
  readonly id?: string | undefined;
  readonly make: (runtime: JobRuntime) => unknown;
  readonly ended?: (end: CallEnd) => void;
}

/** Makes calls and writes them down with what they gave, whether at once or later. */
export class JobCalls {
  readonly #recorder: Recorder<JobRecord>;
  readonly #ids: IdTokens;
  readonly #faults: KitFaults;
  #calls = 0;

  constructor(recorder: Recorder<JobRecord>, ids: IdTokens, faults: KitFaults) {
    this.#recorder = recorder;
    this.#ids = ids;
    this.#faults = faults;
  }

  /** Gives what the runtime returned, handled: a rejection of it never counts as escaped. */
  make(runtime: JobRuntime, planned: PlannedCall): unknown {
    const call = this.#calls;
    this.#calls += 1;
    const { given, site } = planned;
    this.#recorder.add({ type: "call", call, site, given, step: this.#recorder.step, at: this.#recorder.at });
    try {
      const returned = planned.make(runtime);
      if (isThenable(returned)) {
        returned.then(
          (value) => this.#answered(call, planned, value),
          (error: unknown) => this.#refused(call, planned, error),
        );
      } else {
        this.#answered(call, planned, returned);
      }
      return returned;
    } catch (error) {
      this.#refused(call, planned, error);
      return undefined;
    }
  }

  #answered(call: number, { given, ended }: PlannedCall, value: unknown): void {
    const answer = readAnswer(given.method, value, this.#ids);
    this.#recorder.add({ type: "answer", call, answer, step: this.#recorder.step, at: this.#recorder.at });
    ended?.({ how: "answered", value });
    scribbleIn(given.method, value);
  }

  #refused(call: number, { id, ended }: PlannedCall, error: unknown): void {
    const text = refusalText(error);
    const message = id === undefined || id === "" ? text : text.replaceAll(id, "(id)");
    const carries = this.#faults.carriedBy(error);
    this.#recorder.add({ type: "refused", call, message, carries, step: this.#recorder.step, at: this.#recorder.at });
    ended?.({ how: "refused" });
  }
}

/** What a person can read of a refusal; empty where it says nothing. */
export function refusalText(error: unknown): string {
  if (error === undefined || error === null) return "";
  const text = describeThrown(error);
  return error instanceof Error && text === `${error.name}: ` ? "" : text;
}

export function readAnswer(method: JobMethod, value: unknown, ids: IdTokens): JobAnswer {
  switch (method) {
    case "start":
      return typeof value === "string" && value !== "" ? { id: ids.of(value) } : {};
    case "read": {
      const { output, job } = (value ?? {}) as { readonly output?: unknown; readonly job?: unknown };
      return { output: textOf(output), jobs: [seenSnapshot(job, ids)] };
    }
    case "cancel":
      return { said: textOf(value) };
    case "get":
    case "wait":
      return { jobs: [seenSnapshot(value, ids)] };
    case "list":
      return { jobs: Array.isArray(value) ? value.map((shown) => seenSnapshot(shown, ids)) : [] };
    case "disposeOwner":
    case "dispose":
      return {};
  }
}

function scribbleIn(method: JobMethod, value: unknown): void {
  if (method === "read") scribble((value as { readonly job?: unknown } | undefined)?.job);
  if (method === "get" || method === "wait") scribble(value);
  if (method === "list" && Array.isArray(value)) for (const shown of value) scribble(shown);
}
