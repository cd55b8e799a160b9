import type { ToolDomainEvent, ToolRunCommand } from "executor-conformance";
import type { Chain } from "../chain.ts";

/**
 * The tools behind a domain: each runs until it is told to end, oldest first.
 *
 * A ring, so that the host's side costs the same whatever is in flight. Commands that are handed over one by one are started
 * in that order. One whose start is deferred may be told to end before it: its tool then ends as it starts.
 */
export class Tools {
  readonly #chain: Chain;
  readonly #commands: (ToolRunCommand | undefined)[];
  /** How to end the tool of a command; undefined until it starts, and after it was told to end. */
  readonly #ends: ((() => void) | undefined)[];
  readonly #mask: number;
  /** Commands before it were handed over. */
  #handed = 0;
  #started = 0;
  /** Commands before it were told to end. */
  #ended = 0;

  /** @param capacity the most commands in flight. */
  constructor(chain: Chain, capacity: number) {
    const length = 2 ** Math.ceil(Math.log2(capacity + 1));
    this.#chain = chain;
    this.#mask = length - 1;
    this.#commands = Array.from({ length }, () => undefined);
    this.#ends = Array.from({ length }, () => undefined);
  }

  /** Whether the tool of every command that was handed over has started. */
  get areRunning(): boolean {
    return this.#started === this.#handed;
  }

  /** Whether every tool that was told to end had been started. */
  get haveStarted(): boolean {
    return this.#started >= this.#ended;
  }

  get inFlight(): number {
    return this.#handed - this.#ended;
  }

  /** A command is about to be handed to the executor. */
  hand(command: ToolRunCommand): void {
    this.#commands[this.#handed & this.#mask] = command;
    this.#handed += 1;
  }

  /** The oldest command that was not told to end. */
  get oldest(): ToolRunCommand | undefined {
    return this.#ended < this.#handed ? this.#commands[this.#ended & this.#mask] : undefined;
  }

  /** What the runner of the host does. */
  start(command: ToolRunCommand): Promise<unknown> {
    const slot = this.#started & this.#mask;
    if (this.#started >= this.#handed || this.#commands[slot]?.commandId !== command.commandId) {
      this.#chain.fail(`the tool of ${command.commandId} started, and not that of the command handed over before`);
      return Promise.resolve();
    }
    this.#started += 1;
    if (this.#started <= this.#ended) return Promise.resolve();
    return new Promise<void>((resolve) => {
      this.#ends[slot] = resolve;
    });
  }

  /** Lets the oldest tool end. */
  endOldest(): void {
    const slot = this.#ended & this.#mask;
    const end = this.#ends[slot];
    this.#ends[slot] = undefined;
    this.#ended += 1;
    end?.();
  }

  /** The newest command that was not told to end. */
  get newest(): ToolRunCommand | undefined {
    return this.#ended < this.#handed ? this.#commands[(this.#handed - 1) & this.#mask] : undefined;
  }

  /** Lets the newest tool end, before its elders; all have to be running. */
  endNewest(): void {
    if (this.inFlight === 0) return;
    this.#handed -= 1;
    this.#started -= 1;
    const slot = this.#handed & this.#mask;
    const end = this.#ends[slot];
    this.#ends[slot] = undefined;
    end?.();
  }

  endAll(): void {
    while (this.inFlight > 0) this.endOldest();
  }
}

/** Whether an event says that the tool of a command ended well. */
export function isResultOf(event: ToolDomainEvent, commandId: string): boolean {
  return event.kind === "tool.block_result" && event.commandId === commandId;
}
