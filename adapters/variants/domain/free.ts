import type {
  DomainExecutor,
  DomainHost,
  HaltOrder,
  ToolDomainEvent,
  ToolRunCommand,
  UserFacingSurface,
} from "executor-conformance";
import { raceBudget } from "./budget.ts";
import { bothResets } from "./resets.ts";
import { DeniedError } from "./denied.ts";
import { quietly } from "./quietly.ts";
import type { Ways } from "./ways.ts";

interface Job {
  readonly command: ToolRunCommand;
  readonly epoch: number;
}

/** A correct tool execution domain that takes each freedom the contract leaves in the way it is told to. */
export class FreeDomain implements DomainExecutor {
  readonly #host: DomainHost;
  readonly #ways: Ways;
  readonly #open = new Set<Job>();
  readonly #waiting = new Set<() => void>();
  readonly #halts = new Map<string, Promise<void>>();
  /** The newest stop and what it waits for; every older one is in there. */
  #last: Promise<unknown> = Promise.resolve();
  #epoch = 0;
  #stoppedBy: string | undefined;
  #turn: string | undefined;
  #ownHalts = 0;

  constructor(host: DomainHost, ways: Ways) {
    this.#host = host;
    this.#ways = ways;
  }

  handle(command: ToolRunCommand): void {
    if (this.#stoppedBy !== undefined) {
      const { commandId, dlineTid } = command;
      this.#ways.deliver(() => this.#tell({ kind: "tool.rejected", commandId, dlineTid }));
      return;
    }
    const job = { command, epoch: this.#epoch };
    this.#open.add(job);
    this.#ways.start(() => this.#start(job));
  }

  halt(order: HaltOrder): Promise<void> {
    const known = this.#halts.get(order.haltId);
    const isAgain = this.#stoppedBy === undefined && this.#ways.lateRepeat === "stops-again";
    if (known !== undefined && !isAgain) return this.#ways.repeat === "joins" ? known : Promise.resolve();
    this.#epoch += 1;
    this.#stoppedBy = order.haltId;
    const older = this.#ways.stops === "one-by-one" ? this.#last : undefined;
    const halt = this.#stop(order, older, [...this.#open]);
    this.#last = halt.catch(() => {});
    this.#halts.set(order.haltId, halt);
    return halt;
  }

  rearm(haltId?: string): void {
    if (haltId === undefined || haltId === this.#stoppedBy) this.#stoppedBy = undefined;
  }

  haltToolDomain(reason: HaltOrder["reason"]): Promise<void> {
    this.#ownHalts += 1;
    return raceBudget(this.halt({ haltId: `within-budget-${this.#ownHalts}`, reason }), this.#host);
  }

  requireUserFacing(capability: string): UserFacingSurface {
    const { surface } = this.#host;
    if (surface.kind === "denied") throw new DeniedError(capability, surface.reason);
    return surface;
  }

  enterTurn(turnId: string): void {
    this.#turn = turnId;
  }

  #start(job: Job): void {
    if (job.epoch !== this.#epoch) return this.#close(job);
    const run = async (): Promise<unknown> => this.#host.runner.runBlock(job.command);
    const { commandId, dlineTid, turnId } = job.command;
    const ids = { commandId, dlineTid, ...(turnId === undefined ? {} : { turnId }) };
    run().then(
      () => this.#finish(job, { kind: "tool.block_result", ...ids }),
      (cause: unknown) => this.#finish(job, { kind: "tool.block_failed", ...ids, message: describe(cause), cause }),
    );
  }

  #finish(job: Job, outcome: ToolDomainEvent): void {
    this.#close(job);
    this.#ways.deliver(() => {
      if (job.epoch !== this.#epoch) return;
      this.#tell(outcome);
      this.#apply(outcome);
    });
  }

  #apply(outcome: ToolDomainEvent): void {
    if ("turnId" in outcome && outcome.turnId !== this.#turn) return;
    this.#host.applied(outcome);
  }

  #close(job: Job): void {
    this.#open.delete(job);
    for (const look of this.#waiting) look();
  }

  async #stop(order: HaltOrder, older: Promise<unknown> | undefined, found: readonly Job[]): Promise<void> {
    await older;
    const drained = this.#drained(found);
    if (this.#ways.release === "after-the-drain") await drained;
    try {
      const released = this.#release(order);
      await Promise.allSettled([drained, released]);
      await released;
    } finally {
      await new Promise<void>((resolve) => {
        this.#ways.deliver(() => {
          this.#tell({ kind: "tool.halted", haltId: order.haltId });
          resolve();
        });
      });
    }
  }

  #drained(found: readonly Job[]): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        const isOpen = this.#ways.drain === "all-work" ? this.#open.size > 0 : found.some((job) => this.#open.has(job));
        if (isOpen) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  async #release(order: HaltOrder): Promise<void> {
    const { resources, runner } = this.#host;
    if (resources === undefined) return runner.release(order);
    await bothResets(resources, this.#ways.resets, (error) => this.#host.onReleaseError?.(error, order));
  }

  #tell(event: ToolDomainEvent): void {
    quietly(() => this.#host.sink.emit(event));
  }
}

function describe(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return "something that has no text";
  }
}
