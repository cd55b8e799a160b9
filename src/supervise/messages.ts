import type { MessagePort } from "node:worker_threads";
import type { Scenario } from "../contract/scenario.ts";
import type { Chunk, ChunkLimits, Found } from "../explore/chunk.ts";
import type { ExplorerSettings } from "../explore/explorer.ts";
import type { StuckSteps } from "../explore/stuck.ts";
import type { AdapterFacts } from "../profiles/index.ts";
import type { AnyRecord } from "../run/runner.ts";
import type { HeartbeatMemory } from "./heartbeat.ts";
import type { StormKind } from "./storm.ts";

/** What a thread is started with. */
export interface ThreadData {
  readonly memory: HeartbeatMemory;
  /** Path of the adapter module. */
  readonly module: string;
  /** Where the thread is asked, and answers. Its `parentPort` is left to the adapter, whose messages mean nothing here. */
  readonly port: MessagePort;
}

/** The settings that another thread can be given. */
export type ThreadSettings = Omit<ExplorerSettings, "extraRules" | "pulse">;

/** What a thread is asked for. */
export type Request =
  | { readonly type: "load" }
  | {
      readonly type: "chunk";
      readonly adapter: string;
      readonly settings: ThreadSettings;
      readonly chunk: Chunk;
      readonly limits: ChunkLimits;
    }
  | {
      readonly type: "confirm";
      readonly adapter: string;
      readonly settings: ThreadSettings;
      readonly found: Found;
      readonly stuck: readonly StuckSteps[];
    }
  | {
      readonly type: "rate";
      readonly adapter: string;
      readonly settings: ThreadSettings;
      readonly rule: string;
      readonly scenario: Scenario;
    }
  | { readonly type: "replay"; readonly adapter: string; readonly scenario: Scenario }
  | { readonly type: "watch"; readonly adapter: string; readonly scenario: Scenario }
  | { readonly type: "close" };

/** An error on its way to another thread. */
export interface SentError {
  readonly name: string;
  readonly message: string;
}

/** What a thread says. */
export type Reply =
  | {
      readonly type: "done";
      readonly value: unknown;
      /** What nobody handled outside any run, since the last reply. */
      readonly strays: readonly string[];
    }
  | { readonly type: "failed"; readonly error: SentError }
  /** A scenario that no chunk names is about to be run. */
  | { readonly type: "trying"; readonly scenario: Scenario }
  /** Something was written into the trace of a watched run. */
  | { readonly type: "record"; readonly record: AnyRecord }
  | { readonly type: "storm"; readonly kind: StormKind; readonly count: number };

/** What a module offers. */
export interface Loaded {
  /** Undefined: its default export does not look like adapters; `problem` says why. */
  readonly adapters: readonly AdapterFacts[] | undefined;
  readonly problem: string | undefined;
  /** The export `promises`: what the documentation of an executor promises, by rule. */
  readonly promises: unknown;
}
