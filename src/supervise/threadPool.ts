import type { Scenario } from "../contract/scenario.ts";
import type { Chunk, ChunkLimits, ChunkResult, Found } from "../explore/chunk.ts";
import type { Confirmed } from "../explore/confirm.ts";
import type { Outcome, Pool, Watched } from "../explore/pool.ts";
import type { StuckSteps } from "../explore/stuck.ts";
import type { Request, ThreadSettings } from "./messages.ts";
import type { ModuleThreads } from "./moduleThreads.ts";

/** Runs the pieces of a campaign against one adapter of a module, in threads. */
export class ThreadPool implements Pool {
  readonly #threads: ModuleThreads;
  readonly #adapter: string;
  readonly #settings: ThreadSettings;
  /** One thread: an adapter in real time shares timers and resources with nobody. */
  readonly size: number;

  constructor(threads: ModuleThreads, adapter: string, settings: ThreadSettings, size: number) {
    this.#threads = threads;
    this.#adapter = adapter;
    this.#settings = settings;
    this.size = size;
  }

  chunk(chunk: Chunk, limits: ChunkLimits): Promise<Outcome<ChunkResult>> {
    return this.#ask({ type: "chunk", chunk, limits });
  }

  confirm(found: Found, stuck: readonly StuckSteps[]): Promise<Outcome<Confirmed | undefined>> {
    return this.#ask({ type: "confirm", found, stuck });
  }

  rate(rule: string, scenario: Scenario): Promise<Outcome<NonNullable<Confirmed["rate"]>>> {
    return this.#ask({ type: "rate", rule, scenario });
  }

  watch(scenario: Scenario): Promise<Watched> {
    return this.#threads.watch(this.#adapter, scenario);
  }

  abandon(): Promise<void> {
    return this.#threads.abandon();
  }

  async #ask<T>(work: Work): Promise<Outcome<T>> {
    const request = { ...work, adapter: this.#adapter, settings: this.#settings } as Request;
    const answer = await this.#threads.ask(request);
    if (answer.kind === "done") return { kind: "done", value: answer.value as T };
    const { stuck, run, scenario } = answer;
    return { kind: "stuck", stuck, at: run, ...(scenario === undefined ? {} : { scenario }) };
  }
}

type Work = {
  [T in "chunk" | "confirm" | "rate"]: Omit<Extract<Request, { readonly type: T }>, "adapter" | "settings">;
}["chunk" | "confirm" | "rate"];
