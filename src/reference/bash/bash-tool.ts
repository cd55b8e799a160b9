import type { JobSpec } from "../../contract/job.ts";
import type { JobRuntime } from "../job/runtime.ts";
import type { ModelTool } from "../job/tools/model-tool.ts";
import { answer, ToolError } from "../job/tools/model-tool.ts";
import { fieldsOf, optionalFlag, optionalMs, optionalText, requiredText } from "../job/tools/tool-input.ts";
import type { Bash } from "./bash.ts";
import type { CommandSpec, ForegroundSpec } from "./command.ts";
import { describeEnd } from "./command.ts";
import { renderOutput } from "./output-spool.ts";
import { InvalidCommandError } from "./resolve.ts";

const DEFAULT_TIMEOUT_MS = 120_000;
const LONGEST_TIMEOUT_MS = 600_000;
const LONGEST_LABEL = 80;

/**
 * The command tool for a model. In the foreground it answers with the output and the end; in the background with a job id, and
 * everything after that is done with the generic `job_output`, `job_kill` and `job_list`.
 *
 * @example
 * ```ts
 * const tools = [bashTool(new Bash(), jobs), ...jobTools(jobs)];
 * ```
 *
 * @param present shows the state of a background command, as it does for every other kind of job.
 */
export function bashTool(bash: Bash, jobs: JobRuntime, present?: JobSpec["present"]): ModelTool {
  return {
    name: "bash",
    description:
      "Runs a bash command. Waits for its end, at most timeout_ms; with background, returns the id of a job at once: " +
      "follow it with job_output, end it with job_kill.",
    inputSchema: {
      type: "object",
      properties: {
        command: { type: "string", minLength: 1 },
        cwd: { type: "string", description: "Directory, relative to the base directory." },
        background: { type: "boolean", description: "False by default." },
        timeout_ms: {
          type: "integer",
          minimum: 1,
          maximum: LONGEST_TIMEOUT_MS,
          description: `Foreground only; ${DEFAULT_TIMEOUT_MS} by default.`,
        },
      },
      required: ["command"],
      additionalProperties: false,
    },
    execute: (input, session) =>
      answer(() => {
        const fields = fieldsOf(input, ["command", "cwd", "background", "timeout_ms"]);
        const spec = resolveFor(bash, requiredText(fields, "command"), optionalText(fields, "cwd"));
        const timeoutMs = optionalMs(fields, "timeout_ms", 1, LONGEST_TIMEOUT_MS);
        if (!optionalFlag(fields, "background"))
          return runForeground(bash, { ...spec, timeoutMs: timeoutMs ?? DEFAULT_TIMEOUT_MS }, session.signal);
        if (timeoutMs !== undefined)
          throw new ToolError("timeout_ms is for the foreground: a background command has none");
        return `started ${jobs.start({ ...jobOf(bash, spec), owner: session.token, ...(present && { present }) })}`;
      }),
  };
}

function resolveFor(bash: Bash, command: string, cwd: string | undefined): CommandSpec {
  try {
    return bash.resolve({ command, ...(cwd === undefined ? undefined : { cwd }) });
  } catch (error) {
    if (error instanceof InvalidCommandError) throw new ToolError(error.message, { cause: error });
    throw error;
  }
}

async function runForeground(bash: Bash, spec: ForegroundSpec, signal: AbortSignal | undefined): Promise<string> {
  const { end, output } = await bash.run(spec, signal);
  return `${describeEnd(end)}\n${renderOutput(output)}`;
}

/** All that a background command adds to the vocabulary of jobs: a kind and a label. */
function jobOf(bash: Bash, spec: CommandSpec): JobSpec {
  return { kind: "bash", label: labelOf(spec.command), start: () => bash.start(spec) };
}

/** One line that fits a list. */
function labelOf(command: string): string {
  const line = command.trim().replaceAll(/\s+/gu, " ");
  return line.length <= LONGEST_LABEL ? line : `${line.slice(0, LONGEST_LABEL - 1)}…`;
}
