import type { JobOutcome, JobProducer } from "../../contract/job.ts";

/** A producer that a test settles by hand, and that records what it was asked. */
export class ManualProducer implements JobProducer {
  readonly done: Promise<JobOutcome>;
  readonly cancels: (string | undefined)[] = [];
  #unread = "";
  #resolve: (outcome: JobOutcome) => void = () => {};
  #reject: (reason: unknown) => void = () => {};

  constructor() {
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  cancel(reason?: string): void {
    this.cancels.push(reason);
  }

  readOutput(): string {
    const output = this.#unread;
    this.#unread = "";
    return output;
  }

  write(text: string): void {
    this.#unread += text;
  }

  /** Settles, and resolves when the reactions to it have run. */
  async end(outcome: JobOutcome = { status: "completed" }): Promise<void> {
    this.#resolve(outcome);
    await turn();
  }

  async fail(reason: unknown): Promise<void> {
    this.#reject(reason);
    await turn();
  }
}

/** Resolves once every reaction that is due has run. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
