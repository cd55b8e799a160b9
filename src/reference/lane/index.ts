export { ToolLane } from "./tool-lane.ts";
export { offLane } from "./off-lane.ts";
export { LaneClosedError } from "./lane-closed-error.ts";
export type { ToolResults } from "./tool-results.ts";
export { ToolBridge } from "./bridge/tool-bridge.ts";
export type { ToolBridgeOptions } from "./bridge/tool-bridge.ts";
export type { ToolAgent, ToolCall } from "./bridge/agents.ts";
export { TickLoop } from "./bridge/tick-loop.ts";
