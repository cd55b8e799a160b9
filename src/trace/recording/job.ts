import type { JobAnswer, JobCallGiven, JobCallSite, JobRecord, JobTarget } from "../../contract/job-trace.ts";
import type { JobAdapter, JobHost, JobOutcome, JobProducer, JobRuntime, JobSpec } from "../../contract/job.ts";
import { readAnswer, refusalText } from "../../run/job/calls.ts";
import { IdTokens } from "../../run/job/idTokens.ts";
import { KitFaults } from "../../run/job/kitFaults.ts";
import { seenSnapshot, textOf } from "../../run/job/snapshots.ts";
import { isThenable } from "../../run/values.ts";
import { JobOutput } from "./jobOutput.ts";
import { observed, type Recording } from "./recording.ts";

/** Stands between a host and its job runtime, and writes down what each says to the other. */
export class JobRecording {
  /** What the runtime is created with. */
  readonly host: JobHost;
  readonly #recording: Recording<JobRecord>;
  readonly #ids = new IdTokens();
  readonly #faults = new KitFaults();
  /** The names of the jobs, by the ids that the runtime gave them. */
  readonly #names = new Map<string, string>();
  readonly #outputs = new Map<string, JobOutput>();
  readonly #sites: JobCallSite[] = [];
  readonly #beingRead = new Set<string>();
  #hasHooks = false;
  readonly #counts = { jobs: 0, calls: 0, notices: 0 };

  constructor(real: JobHost, recording: Recording<JobRecord>) {
    this.#recording = recording;
    this.host = { ...real, completed: (job, owner) => this.#completed(real, job, owner) as undefined };
  }

  /** The runtime as the host is to use it. */
  wrap(runtime: JobRuntime, { retentionMs, capabilities }: JobAdapter): JobRuntime {
    this.#hasHooks = capabilities?.presentation === true;
    if (retentionMs !== undefined) this.#recording.add({ type: "retention", ms: retentionMs });
    return {
      start: (spec) => this.#start(runtime, spec),
      read: (id, caller) => this.#read(runtime, id, caller),
      cancel: (id, caller, reason) =>
        this.#call({ method: "cancel", target: this.#target(id), caller, reason }, id, () =>
          runtime.cancel(id, caller, reason),
        ),
      ...(runtime.list === undefined
        ? {}
        : {
            list: (caller) => this.#call({ method: "list", caller }, undefined, () => runtime.list?.(caller) as never),
          }),
      ...(runtime.get === undefined
        ? {}
        : {
            get: (id, caller) =>
              this.#call(
                { method: "get", target: this.#target(id), caller },
                id,
                () => runtime.get?.(id, caller) as never,
              ),
          }),
      ...(runtime.wait === undefined
        ? {}
        : {
            wait: (id, timeoutMs, caller) =>
              this.#call({ method: "wait", target: this.#target(id), caller, timeoutMs }, id, () =>
                runtime.wait?.(id, timeoutMs, caller),
              ) as never,
          }),
      ...(runtime.disposeOwner === undefined
        ? {}
        : {
            disposeOwner: (owner) =>
              this.#call({ method: "disposeOwner", owner }, undefined, () => runtime.disposeOwner?.(owner)) as never,
          }),
      ...(runtime.dispose === undefined
        ? {}
        : { dispose: () => this.#call({ method: "dispose" }, undefined, () => runtime.dispose?.()) as never }),
      ...(runtime.idle === undefined ? {} : { idle: () => runtime.idle?.() ?? Promise.resolve() }),
    };
  }

  // ---- what the host calls ----

  #start(runtime: JobRuntime, spec: JobSpec): ReturnType<JobRuntime["start"]> {
    const job = `j${(this.#counts.jobs += 1)}`;
    const { kind, label, owner } = spec;
    this.#outputs.set(job, new JobOutput(job));
    // Whether the producer has a `readOutput` is known once it has been started; until then its lines wait.
    const given = { method: "start" as const, job, spec: { kind, label, owner }, final: false };
    const release = this.#recording.hold();
    const own: JobSpec = {
      kind,
      label,
      ...(owner === undefined ? {} : { owner }),
      start: () => {
        const producer = this.#startProducer(job, spec);
        given.final = producer.readOutput === undefined;
        return producer;
      },
      // Whether the host wants to be told or not, the runtime has to.
      ...(this.#hasHooks ? { present: (state, shown) => this.#present(job, spec, state, shown) } : {}),
    };
    const answered = (value: unknown): void => {
      if (typeof value === "string") this.#names.set(value, job);
    };
    return this.#call(given, undefined, () => runtime.start(own), answered, release);
  }

  #read(runtime: JobRuntime, id: string, caller: string | undefined): ReturnType<JobRuntime["read"]> {
    if (this.#beingRead.has(id)) this.#recording.undecided("two reads of one job overlapped");
    this.#beingRead.add(id);
    const ended = (): void => void this.#beingRead.delete(id);
    return this.#call(
      { method: "read", target: this.#target(id), caller },
      id,
      () => runtime.read(id, caller),
      undefined,
      ended,
    );
  }

  #target(id: string): JobTarget {
    const job = this.#names.get(id);
    return job === undefined ? { neverIssued: JSON.stringify(id) } : { job };
  }

  /** Makes a call and writes down what it gave, at once or later. */
  #call<T>(
    given: JobCallGiven,
    id: string | undefined,
    make: () => T,
    answered?: (value: unknown) => void,
    ended?: () => void,
  ): T {
    const call = this.#counts.calls++;
    this.#recording.add({ type: "call", call, site: this.#sites.at(-1) ?? "step", given });
    const seen = {
      resolved: (value: unknown): void => {
        answered?.(value);
        this.#recording.add({ type: "answer", call, answer: this.#answer(given, value) });
        ended?.();
      },
      rejected: (error: unknown): void => {
        const text = refusalText(error);
        const message = id === undefined || id === "" ? text : text.replaceAll(id, "(id)");
        this.#recording.add({ type: "refused", call, message, carries: this.#faults.carriedBy(error) });
        ended?.();
      },
    };
    let returned: T;
    try {
      returned = make();
    } catch (error) {
      seen.rejected(error);
      throw error;
    }
    if (isThenable(returned)) return observed(returned, seen) as T;
    seen.resolved(returned);
    return returned;
  }

  #answer(given: JobCallGiven, value: unknown): JobAnswer {
    const answer = readAnswer(given.method, value, this.#ids);
    if (given.method !== "read" || answer.output === undefined || !("job" in given.target)) return answer;
    const read = this.#outputs.get(given.target.job)?.read(answer.output);
    if (read?.isPart === true) this.#recording.undecided("a read returned a part of what its producer gave at once");
    return { ...answer, output: read?.output };
  }

  // ---- what the runtime calls ----

  #startProducer(job: string, spec: JobSpec): JobProducer {
    return this.#recording.holding(() => {
      const record = this.#recording.add({ type: "producer", job, throws: undefined as "no text" | undefined });
      try {
        return this.#wrapProducer(
          job,
          this.#inside("start", () => spec.start()),
        );
      } catch (error) {
        record.throws = "no text";
        this.#faults.note(`the start of ${job}`, error);
        throw error;
      }
    });
  }

  #wrapProducer(job: string, producer: JobProducer): JobProducer {
    return {
      done: observed<JobOutcome>(producer.done, {
        resolved: ({ status, detail, output }) => {
          const piece = typeof output === "string" ? this.#produced(job, output) : undefined;
          this.#recording.add({ type: "settled", job, how: status, detail: textOf(detail), output: piece });
        },
        rejected: () => this.#recording.add({ type: "settled", job, how: "rejected" }),
      }),
      cancel: (reason) => this.#cancel(job, producer, reason),
      ...(producer.readOutput === undefined ? {} : { readOutput: () => this.#pull(job, producer) }),
    };
  }

  #cancel(job: string, producer: JobProducer, reason: string | undefined): void {
    this.#recording.holding(() => {
      const record = { type: "asked" as const, job, reason: textOf(reason), throws: false };
      this.#recording.add(record);
      try {
        this.#inside("cancel", () => producer.cancel(reason));
      } catch (error) {
        record.throws = true;
        this.#faults.note(`the cancel of ${job}`, error);
        throw error;
      }
    });
  }

  /** What a producer has produced is known when it is asked. */
  #pull(job: string, producer: JobProducer): string {
    const text = producer.readOutput?.() ?? "";
    const piece = this.#produced(job, text);
    if (piece !== "") this.#recording.add({ type: "output", job, text: piece });
    this.#recording.add({ type: "pull", job, text: piece });
    return text;
  }

  #produced(job: string, text: string): string {
    return this.#outputs.get(job)?.produced(text) ?? "";
  }

  #completed(real: JobHost, shown: Parameters<JobHost["completed"]>[0], owner: string | undefined): unknown {
    const notice = this.#counts.notices++;
    const seen = seenSnapshot(shown, this.#ids);
    const record = { type: "notice" as const, notice, shown: seen, owner: textOf(owner) };
    return this.#callback(
      "completed",
      record,
      () => real.completed(shown, owner),
      () => this.#recording.add({ type: "noticed", notice }),
    );
  }

  #present(job: string, spec: JobSpec, ...[state, shown]: Parameters<NonNullable<JobSpec["present"]>>): unknown {
    const record = { type: "present" as const, job, state, shown: seenSnapshot(shown, this.#ids) };
    return this.#callback("present", record, () => spec.present?.(state, shown));
  }

  #callback(
    site: "completed" | "present",
    record: Parameters<Recording<JobRecord>["add"]>[0],
    call: () => unknown,
    returned?: () => void,
  ): unknown {
    return this.#recording.holding(() => {
      const added = this.#recording.add({ ...record, fault: undefined } as never) as { fault: "throws" | undefined };
      try {
        return this.#inside(site, call);
      } catch (error) {
        added.fault = "throws";
        throw error;
      } finally {
        returned?.();
      }
    });
  }

  #inside<T>(site: JobCallSite, callback: () => T): T {
    this.#sites.push(site);
    try {
      return callback();
    } finally {
      this.#sites.pop();
    }
  }
}
