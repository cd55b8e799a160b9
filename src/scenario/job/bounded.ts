import type { JobCapabilities } from "../../contract/job.ts";
import type { Gap } from "../../contract/scenario.ts";
import type { BoundedModel, Pending } from "../space.ts";
import { JobState } from "./model.ts";
import type { JobStep } from "./steps.ts";

/** The owners of the enumerated jobs, in order: of two jobs each is foreign to the other's owner. */
const OWNERS = ["alice", "al"] as const;

const STRANGER = "bob";

/** What jobs have in common is enumerated for the first one only: its rejection, a stranger at it, the end of its owner. */
const FIRST = "j1";

/**
 * Every schedule of exactly so many jobs and controls: jobs that start, and exit or reject; pieces of output, reads and
 * cancels by the owner and by a stranger, a disposal of one owner or of everything. Names come in order of first use, so
 * that schedules alike but for their names are not enumerated twice.
 */
export class BoundedJobs implements BoundedModel<JobStep> {
  #state = new JobState();
  #jobsLeft: number;
  #controlsLeft: number;
  readonly #jobs: number;
  readonly #can: JobCapabilities;

  constructor(jobs: number, controls: number, capabilities: JobCapabilities) {
    this.#jobs = jobs;
    this.#jobsLeft = jobs;
    this.#controlsLeft = controls;
    this.#can = capabilities;
  }

  pending(): readonly Pending<JobStep>[] {
    const pending: Pending<JobStep>[] = [];
    const index = this.#jobs - this.#jobsLeft;
    const owner = OWNERS[index % OWNERS.length] as string;
    if (this.#jobsLeft > 0 && !this.#state.disposedOwners.includes(owner)) {
      pending.push({ id: "start", ways: [{ op: "start", job: `j${index + 1}`, owner }] });
    }
    const controls = this.#controlsLeft > 0 ? this.#controls() : [];
    if (controls.length > 0) pending.push({ id: "control", ways: controls });
    for (const { name: job } of this.#state.running) {
      const exit: JobStep = { op: "exit", job };
      pending.push({ id: job, ways: job === FIRST ? [exit, { op: "reject", job }] : [exit] });
    }
    return pending;
  }

  get isUsedUp(): boolean {
    return this.#jobsLeft === 0 && this.#controlsLeft === 0;
  }

  key(): string {
    return `${this.#jobsLeft} ${this.#controlsLeft} ${this.#state.key()}`;
  }

  take(step: JobStep, gap: Gap | undefined): void {
    if (step.op === "start") this.#jobsLeft -= 1;
    else if (step.op !== "exit" && step.op !== "reject") this.#controlsLeft -= 1;
    this.#state.take(step, gap);
  }

  clone(): this {
    const copy = new BoundedJobs(this.#jobs, 0, this.#can);
    copy.#state = this.#state.clone();
    copy.#jobsLeft = this.#jobsLeft;
    copy.#controlsLeft = this.#controlsLeft;
    return copy as this;
  }

  #controls(): JobStep[] {
    const { started, running, isDisposed, disposedOwners } = this.#state;
    const controls: JobStep[] = running.map(({ name: job }) => ({ op: "output", job }));
    for (const { name: job } of started) controls.push({ op: "read", job }, { op: "cancel", job });
    const first = started.find(({ name }) => name === FIRST);
    if (first !== undefined && this.#can.ownerFence === true) {
      controls.push({ op: "read", job: FIRST, by: STRANGER }, { op: "cancel", job: FIRST, by: STRANGER });
    }
    if (this.#can.dispose === true && !isDisposed) controls.push({ op: "dispose" });
    if (
      this.#can.disposeOwner === true &&
      !isDisposed &&
      first?.owner !== undefined &&
      !disposedOwners.includes(first.owner)
    ) {
      controls.push({ op: "dispose-owner", owner: first.owner });
    }
    return controls;
  }
}
