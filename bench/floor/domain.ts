import type { DomainAdapter, ToolDomainEvent } from "executor-conformance";
import { FLOOR } from "./name.ts";

/**
 * The least that dispatch can cost: a promise call with `.then(ok, fail)`, and a count of what is in flight, without which
 * there is no receipt. It keeps few of the rules: no fault is contained, nothing is dropped after a stop.
 */
export const domainFloor: DomainAdapter = {
  profile: "domain",
  name: FLOOR,
  create({ runner, sink }) {
    let inFlight = 0;
    let stopped = false;
    let onDrained: (() => void) | undefined;
    const settle = (outcome: ToolDomainEvent): void => {
      inFlight -= 1;
      if (!stopped) sink.emit(outcome);
      else if (inFlight === 0) onDrained?.();
    };
    return {
      handle(command) {
        const { commandId, dlineTid } = command;
        if (stopped) return sink.emit({ kind: "tool.rejected", commandId, dlineTid });
        inFlight += 1;
        runner.runBlock(command).then(
          () => settle({ kind: "tool.block_result", commandId, dlineTid }),
          (cause: unknown) => settle({ kind: "tool.block_failed", commandId, dlineTid, message: String(cause), cause }),
        );
      },
      halt(order) {
        stopped = true;
        const drained = inFlight === 0 ? Promise.resolve() : new Promise<void>((resolve) => (onDrained = resolve));
        return drained
          .then(() => runner.release(order))
          .then(() => sink.emit({ kind: "tool.halted", haltId: order.haltId }));
      },
      rearm() {
        stopped = false;
      },
    };
  },
};
