import { AsyncLocalStorage } from "node:async_hooks";
import type { Batch } from "./batch.ts";

/** Where the running code stands: in the body of a batch, or inside one of its waits. */
interface Scope {
  readonly batch: Batch;
  readonly inWait: boolean;
}

/**
 * One storage for all lanes: a batch of one lane that is submitted from a batch of another must hide it, or the inner
 * body would hand back the permit of the outer one.
 */
const scopes = new AsyncLocalStorage<Scope | undefined>();

/** Runs the body of `batch`, hiding the batch that submitted it. */
export function runBody<T>(batch: Batch, body: () => T): T {
  return scopes.run({ batch, inWait: false }, body);
}

/** Runs a wait of `batch`; what it leaves behind counts as part of the wait for ever, and so never parks the batch. */
export function runWait<T>(batch: Batch, wait: () => T): T {
  return scopes.run({ batch, inWait: true }, wait);
}

/** Runs code of the host, which belongs to no batch although a batch's progress caused the call. */
export function runOutside<T>(call: () => T): T {
  return scopes.run(undefined, call);
}

/** The batch whose body or wait the running code belongs to. */
export function currentBatch(): Batch | undefined {
  return scopes.getStore()?.batch;
}

/** Whether the running code belongs to a wait of `batch`. */
export function isInsideWaitOf(batch: Batch): boolean {
  const scope = scopes.getStore();
  return scope !== undefined && scope.batch === batch && scope.inWait;
}
