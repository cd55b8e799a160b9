/**
 * The reference tool execution domain: everything the document "Tool Execution Domain" describes, in pieces that can be
 * assembled in other ways too. It knows nothing of the kit that checks it.
 */
export { AdmissionRecords } from "./admission-records.ts";
export { HaltBudgetExceededError } from "./halt-budget-exceeded-error.ts";
export { createHaltToolDomain, DEFAULT_HALT_BUDGET_MS } from "./halt-tool-domain.ts";
export type { HaltToolDomainOptions } from "./halt-tool-domain.ts";
export { MissingAdmissionRecordError } from "./missing-admission-record-error.ts";
export { SurfaceDeniedError } from "./surface-denied-error.ts";
export { requireUserFacing } from "./surface.ts";
export { createToolDomainRunner } from "./tool-domain-runner.ts";
export type { ToolDomainRunnerOptions } from "./tool-domain-runner.ts";
export { ToolExecutionDomain } from "./tool-execution-domain.ts";
export type { ToolExecutionDomainOptions } from "./tool-execution-domain.ts";
export { TurnDriver } from "./turns/turn-driver.ts";
export type { TurnDriverOptions } from "./turns/turn-driver.ts";
export { reduceTurn } from "./turns/turn-reducer.ts";
export type {
  ToolBlock,
  ToolOutcome,
  ToolRunMode,
  TurnEffect,
  TurnEvent,
  TurnState,
  TurnStep,
} from "./turns/turn-reducer.ts";
