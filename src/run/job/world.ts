import type { JobCallSite, JobRecord, ProducerEnd } from "../../contract/job-trace.ts";
import type { JobAdapter, JobHost, JobRuntime, OwnerToken } from "../../contract/job.ts";
import type { JobCall, JobScenario, JobSetup, JobStep, StartCall, TargetedCall } from "../../scenario/job/steps.ts";
import { requireMethods } from "../methods.ts";
import type { Recorder } from "../recorder.ts";
import type { World } from "../world.ts";
import { JobCalls } from "./calls.ts";
import { JobHostSide } from "./hostSide.ts";
import { IdTokens } from "./idTokens.ts";
import { KitFaults } from "./kitFaults.ts";
import { KitJob } from "./kitJob.ts";
import { isForeign, JobLedger } from "./ledger.ts";
import { planTargeted } from "./targeted.ts";

/** Callbacks in the middle of a start or a cancel: what a disposal means for that very job is not decided. */
const MID_JOB: readonly JobCallSite[] = ["start", "cancel", "present"];

/** Everything outside a job runtime in one run: it performs the steps and writes down what happens. */
export class JobWorld implements World<JobStep> {
  readonly host: JobHost;
  readonly #recorder: Recorder<JobRecord>;
  readonly #can: NonNullable<JobAdapter["capabilities"]>;
  readonly #retentionMs: number | undefined;
  readonly #setup: JobSetup;
  readonly #ids = new IdTokens();
  readonly #faults = new KitFaults();
  readonly #calls: JobCalls;
  readonly #hostSide: JobHostSide;
  readonly #ledger: JobLedger;
  /** Producers in the order in which they were handed over. */
  readonly #producers: KitJob[] = [];
  readonly #foreignRefusals: TargetedCall[] = [];
  #hasLooked = false;
  #runtime!: JobRuntime;

  constructor(adapter: JobAdapter, { setup }: JobScenario, recorder: Recorder<JobRecord>) {
    this.#recorder = recorder;
    this.#can = adapter.capabilities ?? {};
    this.#retentionMs = adapter.retentionMs;
    this.#setup = setup;
    this.#ledger = new JobLedger(this.#can, this.#ids);
    this.#calls = new JobCalls(recorder, this.#ids, this.#faults);
    this.#hostSide = new JobHostSide({
      recorder,
      ids: this.#ids,
      faults: this.#faults,
      callInside: (call, site) => this.#call(call, site),
      lookAt: (id) => this.#lookAt(id),
    });
    this.host = this.#hostSide.host;
  }

  attach(executor: unknown): void {
    this.#runtime = requireMethods("job", executor, this.#can);
    if (this.#retentionMs === undefined) return;
    const { step, at } = this.#recorder;
    this.#recorder.add({ type: "retention", ms: this.#retentionMs, step, at });
  }

  perform(step: JobStep): boolean {
    switch (step.op) {
      case "output":
        return this.#withProducer(step.job, (job) => job.produce());
      case "exit":
        return this.#settle(step.job, "completed", step);
      case "fail":
        return this.#settle(step.job, "failed", step);
      case "kill":
        return this.#settle(step.job, "killed", step);
      case "reject":
        return this.#settle(step.job, "rejected", step);
      case "hang":
        return this.#withProducer(step.job, (job) => job.hang());
      case "fault-in":
        if (step.callback === "present" && this.#can.presentation !== true) return false;
        this.#hostSide.armFault(step.callback, step.fault);
        return true;
      case "inside":
        this.#hostSide.armCall(step.callback, step.call);
        return true;
      case "advance":
        // The run moves the clock; nothing of the world has to.
        return true;
      default:
        return this.#call(step, "step");
    }
  }

  grantNext(): boolean {
    const oldest = this.#producers.find(({ isRunning, hangs }) => isRunning && !hangs);
    if (oldest !== undefined) {
      oldest.settle(oldest.isCancelled ? "killed" : "completed");
      return true;
    }
    if (this.#hasLooked || this.#ledger.isDisposed) return false;
    this.#hasLooked = true;
    return this.#lookAtTheEnd();
  }

  dispose(): unknown {
    return this.#ledger.isDisposed || this.#runtime.dispose === undefined ? undefined : this.#disposeAll("end");
  }

  finish(): void {
    // Whatever is to be said at the end has been asked for in calls.
  }

  // ---- producers ----

  #withProducer(name: string, action: (job: KitJob) => void): boolean {
    const job = this.#ledger.jobs.get(name);
    if (job === undefined || !job.isRunning || job.hangs) return false;
    action(job);
    return true;
  }

  #settle(name: string, how: ProducerEnd, more: Parameters<KitJob["settle"]>[1]): boolean {
    return this.#withProducer(name, (job) => job.settle(how, more));
  }

  // ---- calls ----

  #call(call: JobCall, site: JobCallSite): boolean {
    switch (call.op) {
      case "start":
        return this.#start(call, site);
      case "list":
        return this.#list(call.by, site);
      case "dispose-owner":
        return !MID_JOB.includes(site) && this.#disposeOwner(call.owner, site);
      case "dispose":
        if (this.#can.dispose !== true || this.#ledger.isDisposed || MID_JOB.includes(site)) return false;
        this.#disposeAll(site);
        return true;
      default:
        return this.#targeted(call, site);
    }
  }

  #start(call: StartCall, site: JobCallSite): boolean {
    if (!this.#ledger.mayStart(call)) return false;
    const job = new KitJob(call, {
      recorder: this.#recorder,
      faults: this.#faults,
      reenter: (callback) => this.#hostSide.reenter(callback),
      arrived: (arrived) => this.#producers.push(arrived),
    });
    this.#ledger.jobs.set(job.name, job);
    const spec = this.#hostSide.specOf(job, this.#can.presentation === true);
    this.#calls.make(this.#runtime, {
      given: {
        method: "start",
        job: job.name,
        spec: { kind: job.kind, label: job.label, owner: call.owner },
        final: call.final === true,
      },
      site,
      make: (runtime) => runtime.start(spec),
      ended: (end) => {
        job.isStarting = false;
        if (end.how === "answered" && typeof end.value === "string") job.id = end.value;
      },
    });
    return true;
  }

  #targeted(call: TargetedCall, site: JobCallSite): boolean {
    if (call.op !== "read" && call.op !== "cancel" && this.#can[call.op] !== true) return false;
    const aim = this.#ledger.aim(call);
    if (aim === undefined) return false;
    const { job } = aim;
    const isRead = call.op === "read" && job !== undefined;
    // The kit's reads of one job never overlap.
    if (isRead && job.isBeingRead) return false;
    if (isRead) job.isBeingRead = true;
    this.#calls.make(this.#runtime, {
      ...planTargeted(call, aim),
      site,
      id: aim.id,
      ended: (end) => {
        if (isRead) job.isBeingRead = false;
        if (isForeign(aim) && end.how === "refused") this.#foreignRefusals.push(call);
      },
    });
    return true;
  }

  #list(by: string | null, site: JobCallSite): boolean {
    if (this.#can.list !== true) return false;
    const caller = by ?? undefined;
    this.#calls.make(this.#runtime, {
      given: { method: "list", caller },
      site,
      make: (runtime) => runtime.list?.(caller),
    });
    return true;
  }

  #disposeOwner(owner: OwnerToken, site: JobCallSite): boolean {
    if (!this.#ledger.disposeOwner(owner)) return false;
    this.#calls.make(this.#runtime, {
      given: { method: "disposeOwner", owner },
      site,
      make: (runtime) => runtime.disposeOwner?.(owner),
    });
    return true;
  }

  #disposeAll(site: JobCallSite): unknown {
    this.#ledger.isDisposed = true;
    return this.#calls.make(this.#runtime, {
      given: { method: "dispose" },
      site,
      make: (runtime) => runtime.dispose?.(),
    });
  }

  // ---- looks ----

  #lookAt(id: unknown): void {
    const { look } = this.#setup;
    if (look === undefined || !this.#recorder.isOpen) return;
    for (const job of this.#ledger.jobs.values()) {
      if (job.id !== id || job.id === undefined) continue;
      if (look === "list") this.#list(job.call.owner ?? null, "look");
      else this.#targeted({ op: look, job: job.name }, "look");
      return;
    }
  }

  /**
   * Asks once about everything that only a call can show: how each job ended and what is left to read of it, whether a failed
   * start left an entry, and how an unknown id is refused where a foreign one was.
   */
  #lookAtTheEnd(): boolean {
    let looked = false;
    for (const job of this.#ledger.jobs.values()) {
      if (this.#ledger.isOwnerDisposed(job)) continue;
      const { name, call, id } = job;
      if (id === undefined) looked = this.#list(call.owner ?? null, "end") || looked;
      else looked = this.#targeted({ op: "read", job: name }, "end") || looked;
    }
    for (const refused of this.#foreignRefusals.splice(0)) {
      if (refused.job === undefined) continue;
      const { job: like, ...rest } = refused;
      looked = this.#targeted({ ...rest, like }, "end") || looked;
    }
    return looked;
  }
}
