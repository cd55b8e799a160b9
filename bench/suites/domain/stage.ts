import type { DomainAdapter, DomainExecutor, DomainHost, ToolDomainEvent, ToolRunCommand } from "executor-conformance";
import { describeThrown } from "../../../src/run/values.ts";
import type { Chain } from "../chain.ts";
import { createExecutor } from "../create.ts";
import { fill } from "../fill.ts";
import { Supply } from "../supply.ts";
import { until } from "../until.ts";
import type { Releases } from "./stops.ts";
import type { Tools } from "./tools.ts";

/** What a benchmark of the profile does on the host's side. */
export interface DomainSide {
  runBlock(command: ToolRunCommand): Promise<unknown>;
  emit(event: ToolDomainEvent): void;
  readonly releases: Releases;
}

/** Creates an executor whose host is this side; whatever it tells of failures fails the chain. */
export async function createDomain(adapter: DomainAdapter, side: DomainSide, chain: Chain): Promise<DomainExecutor> {
  const host: DomainHost = {
    runner: { runBlock: (command) => side.runBlock(command), release: () => side.releases.release() },
    sink: {
      // Called by the shortest operations of all, which a wrapping function would make a third longer.
      emit(event) {
        try {
          side.emit(event);
        } catch (error) {
          chain.fail(`what was emitted cannot be read: ${describeThrown(error)}`);
        }
      },
    },
    surface: { kind: "denied", reason: "a benchmark has no user" },
    applied: () => {},
    onHaltFailure: () => chain.fail("a halt failed"),
    releaseFallback: () => chain.fail("a halt fell back"),
  };
  return createExecutor(adapter, host);
}

/** Commands with ids that were never used before. */
export function commandSupply(): Supply<ToolRunCommand> {
  return new Supply((index) => ({ commandId: `c${index}`, dlineTid: `t${index}` }));
}

/** Handles so many commands, whose tools then run. */
export async function fillInFlight(
  chain: Chain,
  count: number,
  supply: Supply<ToolRunCommand>,
  tools: Tools,
  handle: () => void,
): Promise<void> {
  supply.ready(count);
  await fill(count, handle);
  await until(chain, () => tools.areRunning, "the tool of every command to start");
}
