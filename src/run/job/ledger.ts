import type { JobAdapter, OwnerToken } from "../../contract/job.ts";
import type { StartCall, TargetedCall } from "../../scenario/job/steps.ts";
import type { IdTokens } from "./idTokens.ts";
import type { KitJob } from "./kitJob.ts";

/** What a call is made with: the id of a job, or one that was never issued. */
export interface Aim {
  readonly id: string;
  readonly job: KitJob | undefined;
  readonly caller: OwnerToken | undefined;
  /** How an id that was never issued is described; empty for a job. */
  readonly neverIssued: string;
}

/** Whether the caller does not own the job. */
export function isForeign({ job, caller }: Aim): boolean {
  return job?.call.owner !== undefined && job.call.owner !== caller;
}

/**
 * The jobs of one run, so that the kit asks only for what the contract decides: a call whose meaning is open, or that needs
 * a capability the adapter does not declare, is not enabled.
 */
export class JobLedger {
  /** In order of their steps. */
  readonly jobs = new Map<string, KitJob>();
  isDisposed = false;
  readonly #can: NonNullable<JobAdapter["capabilities"]>;
  readonly #ids: IdTokens;
  readonly #disposedOwners = new Set<OwnerToken>();

  constructor(capabilities: NonNullable<JobAdapter["capabilities"]>, ids: IdTokens) {
    this.#can = capabilities;
    this.#ids = ids;
  }

  mayStart({ job, owner, empty }: StartCall): boolean {
    if (this.jobs.has(job) || (empty !== undefined && this.#can.validation !== true)) return false;
    if (owner === undefined) return this.#can.unowned === true;
    if (owner === "" && this.#can.ownerFence !== true) return false;
    return !this.#disposedOwners.has(owner);
  }

  /** Undefined: the job has no id yet, or what this caller gets is not decided. */
  aim(call: TargetedCall): Aim | undefined {
    if (call.id !== undefined) return this.#aimAtLiteral(call.id, call.by ?? undefined);
    const job = this.jobs.get(call.job ?? call.like);
    if (job?.id === undefined) return undefined;
    const caller = call.by === undefined ? job.call.owner : (call.by ?? undefined);
    if (call.like !== undefined) return this.#aimBeside(job, job.id, caller);
    const aim: Aim = { id: job.id, job, caller, neverIssued: "" };
    return this.#mayAim(aim) ? aim : undefined;
  }

  disposeOwner(owner: OwnerToken): boolean {
    if (this.#can.disposeOwner !== true || this.isDisposed || this.#disposedOwners.has(owner)) return false;
    // Whether a start that is still open when its owner goes counts as one of its jobs is not decided.
    for (const { isStarting, call } of this.jobs.values()) if (isStarting && call.owner === owner) return false;
    this.#disposedOwners.add(owner);
    return true;
  }

  isOwnerDisposed({ call }: KitJob): boolean {
    return call.owner !== undefined && this.#disposedOwners.has(call.owner);
  }

  #aimAtLiteral(id: string, caller: OwnerToken | undefined): Aim | undefined {
    if (this.#ids.isKnown(id) || this.#isStarting()) return undefined;
    return { id, job: undefined, caller, neverIssued: JSON.stringify(id) };
  }

  #aimBeside(job: KitJob, id: string, caller: OwnerToken | undefined): Aim | undefined {
    if (this.#isStarting()) return undefined;
    return { id: this.#ids.lookalike(id), job: undefined, caller, neverIssued: `one like that of ${job.name}` };
  }

  /** What a start that is still open will be called is not known. */
  #isStarting(): boolean {
    for (const { isStarting } of this.jobs.values()) if (isStarting) return true;
    return false;
  }

  /** What a stranger gets is decided only where the adapter declares a fence. */
  #mayAim(aim: Aim): boolean {
    if (!isForeign(aim)) return true;
    return aim.caller === undefined ? this.#can.noTokenFence === true : this.#can.ownerFence === true;
  }
}
