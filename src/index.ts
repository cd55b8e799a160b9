/**
 * A property-based conformance kit for tool executors.
 *
 * @packageDocumentation
 */
export type * from "./contract/adapter.ts";
export type * from "./contract/domain.ts";
export type * from "./contract/job.ts";
export type * from "./contract/lane.ts";
export type * from "./contract/scenario.ts";
export type * from "./contract/trace.ts";
export type * from "./contract/verdict.ts";
export { defineRule, type Findings, type Level, type Rule, type Subject, type Violation } from "./contract/rule.ts";
export {
  campaign,
  type CampaignOptions,
  type CampaignResult,
  type Failure,
  type Progress,
} from "./explore/campaign.ts";
export { ConformanceError, conformanceProperty, type ConformanceProperty } from "./explore/property.ts";
export { replay, type Replay } from "./explore/replay.ts";
export { UsageError } from "./explore/usageError.ts";
export { judge, type JudgedRule } from "./explore/judgeTrace.ts";
export { profileOf, profiles, type CheckableAdapter, type Drawing, type Profile } from "./profiles/index.ts";
export { KitError } from "./run/runner.ts";
export { AdapterError } from "./run/world.ts";
export { STRATEGY_NAMES, type StrategyName } from "./scenario/strategies/portfolio.ts";
export { recordTrace, type RecordTraceOptions, type TraceRecording } from "./trace/recordTrace.ts";
export type { TraceSink } from "./trace/recording/recording.ts";
