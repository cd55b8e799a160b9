import type { JobRecord, ProducerEnd } from "../../contract/job-trace.ts";
import type { JobOutcome, JobProducer } from "../../contract/job.ts";
import type { StartCall } from "../../scenario/job/steps.ts";
import type { ThrownKind } from "../../scenario/thrown.ts";
import type { Recorder } from "../recorder.ts";
import type { KitFaults } from "./kitFaults.ts";

/** What a job of the kit needs of its run. */
export interface JobSurroundings {
  readonly recorder: Recorder<JobRecord>;
  readonly faults: KitFaults;
  /** The runtime called `start()` or `cancel()`: makes the call that a step armed for it. */
  reenter(callback: "start" | "cancel"): void;
  /** A producer has been handed over. */
  arrived(job: KitJob): void;
}

/** Pieces end in what is easily trimmed. */
const ENDINGS = ["", " ", "\t"] as const;

/** One job of the kit: its spec, its producer, and what the kit knows of the runtime's answer. */
export class KitJob {
  readonly call: StartCall;
  /** The id that the runtime gave; undefined until `start` has returned or resolved. */
  id: string | undefined;
  /** `start` has been called and has neither answered nor refused. */
  isStarting = true;
  /** A read of this job has not been answered. */
  isBeingRead = false;
  hangs = false;
  isCancelled = false;
  readonly #surroundings: JobSurroundings;
  readonly #recorder: Recorder<JobRecord>;
  #state: "waiting" | "running" | "settled" = "waiting";
  #pieces = 0;
  /** What `readOutput` would return. */
  #unread = "";
  /** Everything produced. */
  #output = "";
  #resolve: (outcome: JobOutcome) => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor(call: StartCall, surroundings: JobSurroundings) {
    this.call = call;
    this.#surroundings = surroundings;
    this.#recorder = surroundings.recorder;
  }

  get name(): string {
    return this.call.job;
  }

  get label(): string {
    if (this.call.empty === "label") return "";
    return this.call.label ?? `the label of ${this.name}`;
  }

  get kind(): string {
    return this.call.empty === "kind" ? "" : "kit";
  }

  get isRunning(): boolean {
    return this.#state === "running";
  }

  /** What `spec.start()` does. */
  start(): JobProducer {
    const { throws, instant } = this.call;
    const hasText = throws === "error" || throws === "string" ? "a text" : "no text";
    this.#recorder.add({
      type: "producer",
      job: this.name,
      throws: throws === undefined ? undefined : hasText,
      step: this.#recorder.step,
      at: this.#recorder.at,
    });
    this.#surroundings.reenter("start");
    if (throws !== undefined) throw this.#surroundings.faults.make(`the start of ${this.name}`, throws);
    const done = new Promise<JobOutcome>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    if (this.#state === "waiting") {
      this.#state = "running";
      this.#surroundings.arrived(this);
    }
    if (instant !== undefined) this.settle(instant === "exit" ? "completed" : "rejected");
    return {
      done,
      cancel: (reason) => this.#cancel(reason),
      ...(this.call.final === true ? {} : { readOutput: () => this.#readOutput() }),
    };
  }

  /** Pieces are unique and delimited, so that a lost, doubled or reordered one can be named. */
  produce(): void {
    this.#pieces += 1;
    const text = `<${this.name}.${this.#pieces}>${ENDINGS[(this.#pieces - 1) % ENDINGS.length] ?? ""}`;
    this.#unread += text;
    this.#output += text;
    this.#recorder.add({ type: "output", job: this.name, text, step: this.#recorder.step, at: this.#recorder.at });
  }

  settle(
    how: ProducerEnd,
    more: { readonly detail?: true | undefined; readonly thrown?: ThrownKind | undefined } = {},
  ): void {
    this.#state = "settled";
    if (how === "rejected") {
      this.#recorder.add({ type: "settled", job: this.name, how, step: this.#recorder.step, at: this.#recorder.at });
      this.#reject(this.#surroundings.faults.make(`the producer of ${this.name}`, more.thrown ?? "error"));
      return;
    }
    const outcome: JobOutcome = { status: how };
    if (more.detail === true) outcome.detail = `the detail of ${this.name}`;
    if (this.call.final === true) outcome.output = this.#output;
    const { detail, output } = outcome;
    this.#recorder.add({
      type: "settled",
      job: this.name,
      how,
      detail,
      output,
      step: this.#recorder.step,
      at: this.#recorder.at,
    });
    this.#resolve(outcome);
  }

  hang(): void {
    this.hangs = true;
    this.#recorder.add({ type: "hangs", job: this.name, step: this.#recorder.step, at: this.#recorder.at });
  }

  #cancel(reason: unknown): void {
    const throws = this.call.onCancel === "throws";
    const told = typeof reason === "string" ? reason : undefined;
    this.#recorder.add({
      type: "asked",
      job: this.name,
      reason: told,
      throws,
      step: this.#recorder.step,
      at: this.#recorder.at,
    });
    this.isCancelled = true;
    this.#surroundings.reenter("cancel");
    if (throws) throw this.#surroundings.faults.make(`the cancel of ${this.name}`, "error");
    if (this.call.onCancel === "settles" && this.isRunning && !this.hangs) this.settle("killed");
  }

  #readOutput(): string {
    const text = this.#unread;
    this.#unread = "";
    this.#recorder.add({ type: "pull", job: this.name, text, step: this.#recorder.step, at: this.#recorder.at });
    return text;
  }
}
