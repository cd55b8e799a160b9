import type { DomainExecutor, DomainHost, HaltOrder, ToolRunCommand } from "executor-conformance";
import { quietly } from "./quietly.ts";

/**
 * About the least a domain can be: a number of tools in flight, and a number of stops. It takes each command id once, and
 * cannot be rearmed before it is through: it declares no capability.
 */
export function countingDomain({ runner, sink }: DomainHost): DomainExecutor {
  const seen = new Set<string>();
  const halts = new Map<string, Promise<void>>();
  const idle = new Set<() => void>();
  let running = 0;
  let stops = 0;
  let isStopped = false;

  async function run(command: ToolRunCommand): Promise<void> {
    const { commandId, dlineTid, turnId } = command;
    const admittedAt = stops;
    running += 1;
    let failure: { readonly message: string } | undefined;
    try {
      await runner.runBlock(command);
    } catch {
      failure = { message: `${commandId} failed` };
    }
    running -= 1;
    const ids = { commandId, dlineTid, ...(turnId === undefined ? {} : { turnId }) };
    if (admittedAt === stops) {
      quietly(() =>
        sink.emit(
          failure === undefined
            ? { kind: "tool.block_result", ...ids }
            : { kind: "tool.block_failed", ...ids, ...failure },
        ),
      );
    }
    if (running > 0) return;
    for (const wake of idle) wake();
    idle.clear();
  }

  async function stop(order: HaltOrder): Promise<void> {
    // Not in the turn of the call: a halt from inside `release` has to find this one.
    await undefined;
    while (running > 0) await new Promise<void>((resolve) => idle.add(resolve));
    try {
      await runner.release(order);
    } finally {
      quietly(() => sink.emit({ kind: "tool.halted", haltId: order.haltId }));
    }
  }

  return {
    handle(command) {
      if (seen.has(command.commandId)) return;
      seen.add(command.commandId);
      const { commandId, dlineTid } = command;
      if (isStopped) quietly(() => sink.emit({ kind: "tool.rejected", commandId, dlineTid }));
      else void run(command);
    },
    halt(order) {
      const known = halts.get(order.haltId);
      if (known !== undefined) return known;
      stops += 1;
      isStopped = true;
      const halt = stop(order);
      halts.set(order.haltId, halt);
      return halt;
    },
    rearm() {
      isStopped = false;
    },
  };
}
