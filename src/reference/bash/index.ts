export { bashTool } from "./bash-tool.ts";
export { Bash } from "./bash.ts";
export type { BashOptions, CommandResult } from "./bash.ts";
export { describeEnd } from "./command.ts";
export type {
  BackgroundEnd,
  CommandEnd,
  CommandRequest,
  CommandSpec,
  ForegroundEnd,
  ForegroundSpec,
} from "./command.ts";
export type { CommandLimits } from "./limits.ts";
export { renderOutput } from "./output-spool.ts";
export type { CommandOutput, SpilledOutput } from "./output-spool.ts";
export { InvalidCommandError } from "./resolve.ts";
export type { CommandBase } from "./resolve.ts";
