import type { Scenario } from "../contract/scenario.ts";
import { UsageError } from "../explore/usageError.ts";
import type { Watched } from "../explore/pool.ts";
import { KitError } from "../run/runner.ts";
import { AdapterError } from "../run/world.ts";
import { LoadError } from "./loadModule.ts";
import type { Loaded, Request, SentError } from "./messages.ts";
import { Thread, type Answer } from "./thread.ts";

type Useful = Exclude<Answer, { readonly kind: "failed" }>;

/** A request that waits for a thread. */
interface Waiting {
  readonly request: Request;
  readonly settle: (answer: Useful) => void;
  readonly refuse: (error: Error) => void;
}

/** The threads that have loaded one module; as many as are asked for at once, up to a limit. */
export class ModuleThreads {
  readonly #module: string;
  readonly #max: number;
  readonly #onStray: (stray: string) => void;
  /** Up already, without the module. */
  readonly #standby: Thread[];
  readonly #idle: Thread[] = [];
  readonly #busy = new Set<Thread>();
  readonly #waiting: Waiting[] = [];
  /** Requests that have a thread, or one that starts for them. */
  #served = 0;
  /** How often everything under way was given up. */
  #abandoned = 0;
  #isClosed = false;

  /**
   * @param onStray told what nobody handled outside any run.
   * @param standby a thread for this module, to be used first.
   */
  constructor(module: string, max: number, onStray: (stray: string) => void, standby?: Thread) {
    this.#module = module;
    this.#max = max;
    this.#onStray = onStray;
    this.#standby = standby === undefined ? [] : [standby];
  }

  /**
   * Loads the module for the first time.
   *
   * @throws UsageError, LoadError as loading in this thread would.
   */
  async load(): Promise<Loaded> {
    const { thread, loaded } = await this.#start();
    this.#idle.push(thread);
    return loaded;
  }

  /** Asks any thread. What fails there is thrown here. */
  ask(request: Request): Promise<Useful> {
    return new Promise((settle, refuse) => {
      this.#waiting.push({ request, settle, refuse });
      this.#dispatch();
    });
  }

  /** Runs a scenario in a thread of its own, and keeps what it recorded. */
  async watch(adapter: string, scenario: Scenario): Promise<Watched> {
    const { thread } = await this.#start();
    const answer = await thread.ask({ type: "watch", adapter, scenario });
    await thread.end();
    if (answer.kind === "failed") throw errorOf(answer.error);
    const { records } = answer;
    return answer.kind === "lost" ? { records, stuck: answer.stuck } : { records };
  }

  /** Gives up whatever is under way. */
  async abandon(): Promise<void> {
    this.#waiting.length = 0;
    this.#served = 0;
    this.#abandoned += 1;
    await Promise.all(Array.from(this.#busy, (thread) => thread.end()));
    this.#busy.clear();
  }

  /** Ends every thread, after it has told what nobody handled. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.abandon();
    for (const thread of this.#idle.splice(0)) {
      const answer = await thread.ask({ type: "close" });
      if (answer.kind === "done") for (const stray of answer.strays) this.#onStray(stray);
      await thread.end();
    }
  }

  #dispatch(): void {
    if (this.#served >= this.#max) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#served += 1;
    void this.#serve(next);
  }

  async #serve({ request, settle, refuse }: Waiting): Promise<void> {
    const abandoned = this.#abandoned;
    try {
      const thread = this.#idle.pop() ?? (await this.#start()).thread;
      if (abandoned !== this.#abandoned) {
        if (this.#isClosed) await thread.end();
        else this.#idle.push(thread);
        return;
      }
      const answer = await this.#askThread(thread, request);
      if (answer.kind === "failed") throw errorOf(answer.error);
      if (answer.kind === "done") for (const stray of answer.strays) this.#onStray(stray);
      settle(answer);
    } catch (error) {
      // Nobody waits for what was given up, and it is not counted any more.
      if (abandoned !== this.#abandoned) return;
      refuse(error as Error);
    }
    this.#served -= 1;
    this.#dispatch();
  }

  async #askThread(thread: Thread, request: Request): Promise<Answer> {
    this.#busy.add(thread);
    const answer = await thread.ask(request);
    this.#busy.delete(thread);
    if (!thread.isOver) this.#idle.push(thread);
    return answer;
  }

  async #start(): Promise<{ readonly thread: Thread; readonly loaded: Loaded }> {
    const thread = this.#standby.pop() ?? new Thread(this.#module);
    const answer = await thread.ask({ type: "load" });
    if (answer.kind === "done") {
      for (const stray of answer.strays) this.#onStray(stray);
      return { thread, loaded: answer.value as Loaded };
    }
    await thread.end();
    if (answer.kind === "failed") throw errorOf(answer.error);
    throw new LoadError(`Loading ${this.#module} never came to an end: ${answer.stuck.message}`);
  }
}

const ERRORS = [UsageError, LoadError, AdapterError, KitError] as const;

/** The error that was sent, of its class again. */
function errorOf({ name, message }: SentError): Error {
  const known = ERRORS.find((candidate) => candidate.name === name);
  return known === undefined ? new KitError(message) : new known(message);
}
