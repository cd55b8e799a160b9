import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { JobHost, JobProducer, JobSnapshot, JobSpec, OwnerToken } from "executor-conformance";
import { Bash, JobRuntime } from "executor-conformance/reference";
import { PerformedCommand } from "./performed-command.ts";

/** Longer than any run, so that a command has the time that its scenario gives it. */
const PATIENT_MS = 60_000;

/** The reference runtime with a real background command for every producer of the kit. */
export class BashJobs extends JobRuntime {
  readonly #directory = mkdtempSync(join(tmpdir(), `bash-jobs-${process.pid}-`));
  readonly #bash = new Bash({ cwd: this.#directory, killGraceMs: PATIENT_MS, spillDirectory: this.#directory });
  readonly #commands: PerformedCommand[] = [];
  readonly #waits = new Set<Promise<unknown>>();

  constructor(host: JobHost) {
    super({ onCompleted: (job, owner) => host.completed(job, owner) });
  }

  override start(spec: JobSpec): string {
    return super.start({ ...spec, start: () => this.#perform(spec.start()) });
  }

  override wait(id: string, timeoutMs: number, caller?: OwnerToken): Promise<JobSnapshot> {
    const waiting = super.wait(id, timeoutMs, caller);
    this.#waits.add(waiting);
    const end = (): boolean => this.#waits.delete(waiting);
    waiting.then(end, end);
    return waiting;
  }

  /** Resolves when the commands have done all that the scenario did, and every timeout is over that somebody waits for. */
  async idle(): Promise<void> {
    // First let the commands hear what has just been settled.
    await sleep(1);
    for (const command of this.#commands) command.pass();
    while (this.#commands.some((command) => command.isBusy())) await sleep(1);
    await Promise.allSettled(this.#waits);
  }

  override async dispose(): Promise<void> {
    await super.dispose();
    this.abandon();
  }

  /** Lets go of all commands, also of those whose scenario has a producer that never settles: they hear it, and end. */
  abandon(): void {
    for (const command of this.#commands) command.abandon();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  #perform(script: JobProducer): PerformedCommand {
    const pipe = join(this.#directory, `orders-${this.#commands.length + 1}`);
    const command = new PerformedCommand(script, this.#bash, pipe);
    this.#commands.push(command);
    return command;
  }
}
