import type { DomainExecutor, DomainHost, HaltOrder, ToolDomainEvent, ToolRunCommand } from "executor-conformance";
import { quietly } from "./quietly.ts";

/**
 * A domain as an actor: every call is a letter, and one letter is read at a time, some reactions later. Only the number of
 * stops is known at once, so that no outcome leaves once a stop has been called.
 *
 * A tool may start after the call of a stop that came later than its command: that stop waits for it.
 */
export class MailboxDomain implements DomainExecutor {
  readonly #host: DomainHost;
  readonly #letters: (() => void)[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #halts = new Map<string, Promise<void>>();
  #calledStops = 0;
  #isStopped = false;
  #isReading = false;

  constructor(host: DomainHost) {
    this.#host = host;
  }

  handle(command: ToolRunCommand): void {
    const stops = this.#calledStops;
    this.#post(() => {
      const { commandId, dlineTid } = command;
      if (this.#isStopped) this.#tell({ kind: "tool.rejected", commandId, dlineTid });
      else this.#run(command, stops);
    });
  }

  halt(order: HaltOrder): Promise<void> {
    const known = this.#halts.get(order.haltId);
    if (known !== undefined) return known;
    this.#calledStops += 1;
    const halt = new Promise<void>((resolve, reject) => {
      this.#post(() => {
        this.#isStopped = true;
        this.#stop(order).then(resolve, reject);
      });
    });
    this.#halts.set(order.haltId, halt);
    return halt;
  }

  rearm(): void {
    this.#post(() => {
      this.#isStopped = false;
    });
  }

  #run(command: ToolRunCommand, stops: number): void {
    const tell = (outcome: { kind: "tool.block_result" } | { kind: "tool.block_failed"; message: string }): void => {
      const { commandId, dlineTid, turnId } = command;
      const ids = { commandId, dlineTid, ...(turnId === undefined ? {} : { turnId }) };
      this.#post(() => {
        if (stops === this.#calledStops) this.#tell({ ...ids, ...outcome });
      });
    };
    const run = async (): Promise<unknown> => this.#host.runner.runBlock(command);
    const running = run().then(
      () => tell({ kind: "tool.block_result" }),
      () => tell({ kind: "tool.block_failed", message: "the tool failed" }),
    );
    this.#running.add(running);
    void running.then(() => this.#running.delete(running));
  }

  async #stop(order: HaltOrder): Promise<void> {
    await Promise.all(this.#running);
    try {
      await this.#host.runner.release(order);
    } finally {
      this.#tell({ kind: "tool.halted", haltId: order.haltId });
    }
  }

  #post(letter: () => void): void {
    this.#letters.push(letter);
    if (!this.#isReading) void this.#read();
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    for (let letter = this.#letters.shift(); letter !== undefined; letter = this.#letters.shift()) {
      await undefined;
      letter();
    }
    this.#isReading = false;
  }

  #tell(event: ToolDomainEvent): void {
    quietly(() => this.#host.sink.emit(event));
  }
}
