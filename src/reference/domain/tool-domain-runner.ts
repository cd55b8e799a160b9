import type { HaltOrder, OwnedToolResources, ToolDomainRunner, ToolRunCommand } from "../../contract/domain.ts";
import { contain } from "./contain.ts";

/** What {@link createToolDomainRunner} needs. */
export interface ToolDomainRunnerOptions {
  readonly runBlock: (command: ToolRunCommand) => Promise<unknown>;
  readonly resources: OwnedToolResources;
  /** Told of each reset that failed, with the stop it belongs to. A fault of it is contained. */
  readonly onReleaseError: (error: unknown, order: HaltOrder) => void;
}

/**
 * A runner whose release resets the owned resources: the one point through which every kind of stop goes, so that
 * "exactly one reset for each stop" needs no discipline of its callers.
 *
 * Both resets are started, whatever becomes of the other one. The release fulfils when both have settled and never
 * rejects: failures are reported. Rules `domain/both-resets-attempted` and `domain/reset-failure-reported`; document
 * "Tool Execution Domain", Resource ownership.
 *
 * @example
 * ```ts
 * const runner = createToolDomainRunner({
 *   runBlock: (command) => runTool(command.dlineTid),
 *   resources: { revertDiff: () => editor.revert(), cancelCommand: () => terminal.cancel() },
 *   onReleaseError: (error, order) => log.warn(order.haltId, error),
 * });
 * ```
 */
export function createToolDomainRunner(options: ToolDomainRunnerOptions): ToolDomainRunner {
  const { runBlock, resources, onReleaseError } = options;

  async function attempt(reset: () => Promise<void>, order: HaltOrder): Promise<void> {
    try {
      await reset();
    } catch (error) {
      contain(() => onReleaseError(error, order));
    }
  }

  return {
    runBlock,
    async release(order) {
      await Promise.all([
        attempt(() => resources.revertDiff(), order),
        attempt(() => resources.cancelCommand(), order),
      ]);
    },
  };
}
