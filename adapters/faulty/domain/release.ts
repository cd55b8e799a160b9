import type { DomainHost, HaltOrder, OwnedToolResources } from "executor-conformance";
import type { Faults } from "./faults/index.ts";

export type Release = (order: HaltOrder) => Promise<void>;

/** The one release point of a domain: the resets of its resources, or the runner's `release`. */
export function releaseOf(host: DomainHost, has: Faults): Release {
  const { resources } = host;
  return resources === undefined ? viaRunner(host, has) : viaResets(host, resources, has);
}

function viaRunner({ runner }: DomainHost, has: Faults): Release {
  return async (order) => {
    const given: HaltOrder = has("release-reason-changed") ? { ...order, reason: "cancel" } : order;
    const released = runner.release(given);
    if (has("released-twice"))
      void attempt(
        () => runner.release(given),
        () => {},
      );
    await released;
  };
}

function viaResets(host: DomainHost, resources: OwnedToolResources, has: Faults): Release {
  return async (order) => {
    const held: unknown[] = [];
    const report = (error: unknown): void => contain(() => host.onReleaseError?.(error, order));
    const fail = (error: unknown): void => {
      if (has("reset-failures-reported-last")) held.push(error);
      else if (!has("reset-failure-unreported")) report(error);
      if (has("reset-failure-rethrown")) throw error;
    };
    if (has("released-beside-resets"))
      void attempt(
        () => host.runner.release(order),
        () => {},
      );
    const isReverted = await attempt(() => resources.revertDiff(), fail);
    if (isReverted || !has("second-reset-skipped")) await attempt(() => resources.cancelCommand(), fail);
    if (has("resets-called-twice")) await attempt(() => resources.revertDiff(), fail);
    for (const error of held) report(error);
  };
}

/** False: it failed, and `fail` was told. */
async function attempt(reset: () => Promise<void>, fail: (error: unknown) => void): Promise<boolean> {
  try {
    await reset();
    return true;
  } catch (error) {
    fail(error);
    return false;
  }
}

/** Calls back into the host, whose own faults concern nobody here. */
export function contain(call: () => void): void {
  try {
    call();
  } catch {
    // Contained.
  }
}
