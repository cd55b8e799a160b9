import { AsyncLocalStorage } from "node:async_hooks";
import type { Batch } from "./batch.ts";

/** Whose body or wait the running code belongs to. */
export interface Scope {
  readonly batch: Batch;
  readonly inWait: boolean;
}

export const scopes = new AsyncLocalStorage<Scope | undefined>();
