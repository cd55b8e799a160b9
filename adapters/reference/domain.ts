import type { DomainAdapter, DomainExecutor, DomainHost, ToolDomainRunner } from "executor-conformance";
import {
  createHaltToolDomain,
  createToolDomainRunner,
  DEFAULT_HALT_BUDGET_MS,
  ToolExecutionDomain,
  TurnDriver,
} from "executor-conformance/reference";

/** The reference tool execution domain, with every capability of the contract. */
const adapter: DomainAdapter = {
  profile: "domain",
  name: "reference-domain",
  capabilities: {
    rearmById: true,
    rearmWhileDraining: true,
    reusedIds: true,
    budget: true,
    resources: true,
    surface: true,
    turns: true,
    cause: true,
  },
  create,
};

export default adapter;

function create(host: DomainHost): DomainExecutor {
  const driver = new TurnDriver({
    taskMode: () => "parallel",
    execute: (command) => domain.handle(command),
    onApplied: (outcome) => host.applied(outcome),
    onStale: () => {},
  });
  const domain = new ToolExecutionDomain({
    runner: runnerOf(host),
    surface: host.surface,
    sink: {
      emit(event) {
        try {
          return host.sink.emit(event);
        } finally {
          driver.emit(event);
        }
      },
    },
  });
  let halts = 0;
  const haltToolDomain = createHaltToolDomain({
    domain,
    onHaltFailure: (error) => host.onHaltFailure(error),
    releaseFallback: () => host.releaseFallback(),
    budgetMs: host.haltBudgetMs ?? DEFAULT_HALT_BUDGET_MS,
    // Not random: a scenario that is replayed leaves the same trace.
    newHaltId: () => `halt-tool-domain-${(halts += 1)}`,
  });
  return {
    handle: (command) => domain.handle(command),
    halt: (order) => domain.halt(order),
    rearm: (haltId) => domain.rearm(haltId),
    requireUserFacing: (capability) => domain.requireUserFacing(capability),
    enterTurn: (turnId) => driver.createTurn(turnId),
    haltToolDomain,
  };
}

function runnerOf({ runner, resources, onReleaseError }: DomainHost): ToolDomainRunner {
  if (resources === undefined) return runner;
  return createToolDomainRunner({
    runBlock: (command) => runner.runBlock(command),
    resources,
    onReleaseError: (error, order) => onReleaseError?.(error, order),
  });
}
