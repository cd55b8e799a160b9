export { describeJob } from "./describe.ts";
export {
  InvalidJobSpecError,
  InvalidProducerError,
  JobLimitError,
  JobOutputError,
  JobRuntimeError,
  JobsDisposedError,
  JobsLeftBehindError,
  UnknownJobError,
} from "./errors.ts";
export type { JobFault, JobRuntimeOptions } from "./options.ts";
export type { ReleasableProducer } from "./producer.ts";
export { JobRuntime } from "./runtime.ts";
export { injectNotices } from "./session.ts";
export type { JobNotice, Session } from "./session.ts";
export { jobTools } from "./tools/job-tools.ts";
export type { ModelTool, ToolResult } from "./tools/model-tool.ts";
