import { JobRuntimeError } from "../errors.ts";
import type { JobRuntime } from "../runtime.ts";
import { describeJob } from "../describe.ts";
import type { ModelTool } from "./model-tool.ts";
import { answer, ToolError } from "./model-tool.ts";
import { fieldsOf, optionalMs, optionalText, requiredText } from "./tool-input.ts";

/** The longest that one call of `job_output` waits. */
const LONGEST_WAIT_MS = 600_000;

const jobId = { type: "string", description: "The id that was returned when the job was started." };

/**
 * The follow-up operations of every long-running tool, whatever its kind. They act with the token of the session that calls
 * them, so a session reaches its own jobs only; the jobs of others read as unknown.
 *
 * @example
 * ```ts
 * const tools = [downloadTool(jobs), ...jobTools(jobs)];
 * ```
 */
export function jobTools(jobs: JobRuntime): readonly [output: ModelTool, kill: ModelTool, list: ModelTool] {
  return [jobOutputTool(jobs), jobKillTool(jobs), jobListTool(jobs)];
}

function jobOutputTool(jobs: JobRuntime): ModelTool {
  return {
    name: "job_output",
    description:
      "Returns the state of a background job and what it has produced since the last call. " +
      "With wait_ms, first waits for the job to end, at most that long.",
    inputSchema: {
      type: "object",
      properties: {
        job_id: jobId,
        wait_ms: { type: "integer", minimum: 0, maximum: LONGEST_WAIT_MS, description: "Milliseconds; 0 by default." },
      },
      required: ["job_id"],
      additionalProperties: false,
    },
    execute: (input, session) =>
      answer(async () => {
        const fields = fieldsOf(input, ["job_id", "wait_ms"]);
        const id = requiredText(fields, "job_id");
        await jobs.wait(id, optionalMs(fields, "wait_ms", 0, LONGEST_WAIT_MS) ?? 0, session.token);
        const { output, job } = jobs.read(id, session.token);
        return output === "" ? `${describeJob(job)}\n(no new output)` : `${describeJob(job)}\n${output}`;
      }),
  };
}

function jobKillTool(jobs: JobRuntime): ModelTool {
  return {
    name: "job_kill",
    description: "Asks a background job to stop. The session is told when it has ended.",
    inputSchema: {
      type: "object",
      properties: { job_id: jobId, reason: { type: "string", description: "Why, for whoever runs the job." } },
      required: ["job_id"],
      additionalProperties: false,
    },
    execute: (input, session) =>
      answer(() => {
        const fields = fieldsOf(input, ["job_id", "reason"]);
        const id = requiredText(fields, "job_id");
        const reply = requestStop(() => jobs.cancel(id, session.token, optionalText(fields, "reason")));
        return `${reply}\n${describeJob(jobs.get(id, session.token))}`;
      }),
  };
}

/** A producer that cannot be asked to stop is no defect of the tool: the model is told, and its job runs on. */
function requestStop(cancel: () => string): string {
  try {
    return cancel();
  } catch (error) {
    if (error instanceof JobRuntimeError || error instanceof ToolError) throw error;
    throw new ToolError(`the job goes on, it could not be asked to stop: ${String(error)}`, { cause: error });
  }
}

function jobListTool(jobs: JobRuntime): ModelTool {
  return {
    name: "job_list",
    description: "Lists the background jobs of this session, oldest first, with their states.",
    inputSchema: { type: "object", properties: {}, additionalProperties: false },
    execute: (input, session) =>
      answer(() => {
        fieldsOf(input ?? {}, []);
        const visible = jobs.list(session.token);
        return visible.length === 0 ? "(no jobs)" : visible.map(describeJob).join("\n");
      }),
  };
}
