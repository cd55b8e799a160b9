import type { JobOutcome } from "../../contract/job.ts";
import type { ReleasableProducer } from "../job/producer.ts";
import type {
  BackgroundEnd,
  CommandEnd,
  CommandRequest,
  CommandSpec,
  ForegroundEnd,
  ForegroundSpec,
} from "./command.ts";
import { describeEnd } from "./command.ts";
import type { CommandLimits } from "./limits.ts";
import { checkTimeout, limitsOf } from "./limits.ts";
import type { CommandOutput } from "./output-spool.ts";
import { OutputSpool, renderOutput } from "./output-spool.ts";
import { ProcessGroup } from "./process-group.ts";
import type { CommandBase } from "./resolve.ts";
import { resolveCommand } from "./resolve.ts";

/** Where commands run and how far they may go; by default as this process does, within {@link CommandLimits}. */
export type BashOptions = Partial<CommandBase & CommandLimits>;

/** What a foreground command gave. A timeout, a signal and an exit code are told apart by `end.kind`. */
export interface CommandResult {
  readonly end: ForegroundEnd;
  /** Standard output and standard error in the order of their arrival. */
  readonly output: CommandOutput;
}

/**
 * Runs commands with a real `bash`: resolves a request, runs it in the foreground, or starts it in the background as a producer
 * for the job runtime. Identity, ownership and everything else about background work is the runtime's.
 *
 * Files with spilled output: that of a background command is removed when the runtime forgets its job (retention or
 * disposal); those that foreground results name are removed by `discardSpills`, which belongs to the end of whoever reads the results.
 *
 * @example
 * ```ts
 * const bash = new Bash({ cwd: project });
 * const { end, output } = await bash.run({ ...bash.resolve({ command: "make test" }), timeoutMs: 60_000 });
 * const spec = bash.resolve({ command: "make watch" });
 * const id = jobs.start({ kind: "bash", label: spec.command, owner, start: () => bash.start(spec) });
 * ```
 */
export class Bash {
  readonly #base: CommandBase;
  readonly #limits: CommandLimits;
  /** The output of finished foreground commands that went on into a file. */
  readonly #spilled = new Set<OutputSpool>();

  /** Throws `InvalidCommandError` for a limit out of range. */
  constructor(options: BashOptions = {}) {
    this.#base = { cwd: options.cwd ?? process.cwd(), env: options.env ?? process.env };
    this.#limits = limitsOf(options);
  }

  /** Completes a request; throws `InvalidCommandError` where that is impossible. */
  resolve(request: CommandRequest): CommandSpec {
    return resolveCommand(request, this.#base);
  }

  /**
   * Runs a command to its end, its timeout or the abort of `signal`; in the last two cases the whole process group is ended first.
   * Rejects only with `InvalidCommandError`, for a timeout out of range.
   */
  async run(spec: ForegroundSpec, signal?: AbortSignal): Promise<CommandResult> {
    checkTimeout(spec.timeoutMs);
    if (signal?.aborted === true) return { end: { kind: "aborted" }, output: { text: "" } };
    const spool = new OutputSpool(this.#limits);
    const group = new ProcessGroup(spec, (text) => spool.write(text), this.#limits);
    const end = await stoppable(group, spec.timeoutMs, signal);
    spool.close();
    if (spool.hasFile) this.#spilled.add(spool);
    return { end, output: spool.read() };
  }

  /**
   * Starts a command and hands it over: its streams as incremental output, its process as `done` and `cancel`. `done` settles when
   * the group has ended: `completed` for exit code 0, `killed` after a cancel, else `failed`.
   */
  start(spec: CommandSpec): ReleasableProducer {
    const spool = new OutputSpool(this.#limits);
    const group = new ProcessGroup(spec, (text) => spool.write(text), this.#limits);
    let cancelled = false;
    return {
      done: group.ended.then((end) => {
        spool.close();
        return outcomeOf(cancelled ? { kind: "cancelled", end } : end);
      }),
      cancel: () => {
        const result = group.terminate();
        if (result === "denied") throw new Error("not permitted to signal the command");
        cancelled ||= result === "sent";
      },
      readOutput: () => renderOutput(spool.read()),
      release: () => spool.remove(),
    };
  }

  /** Removes the files that the results of foreground commands have named so far. */
  discardSpills(): void {
    for (const spool of this.#spilled) spool.remove();
    this.#spilled.clear();
  }
}

/** Whoever stops the command first, while its shell still runs, gives the end its kind. */
async function stoppable(
  group: ProcessGroup,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<ForegroundEnd> {
  let stopped: ForegroundEnd | undefined;
  const stop = (end: ForegroundEnd): void => {
    if (group.terminate() === "sent") stopped ??= end;
  };
  const onAbort = (): void => stop({ kind: "aborted" });
  const timer = setTimeout(() => stop({ kind: "timed-out", timeoutMs }), timeoutMs);
  signal?.addEventListener("abort", onAbort, { once: true });
  const end: CommandEnd = await group.ended;
  clearTimeout(timer);
  signal?.removeEventListener("abort", onAbort);
  return stopped ?? end;
}

function outcomeOf(end: BackgroundEnd): JobOutcome {
  const detail = describeEnd(end);
  if (end.kind === "cancelled") return { status: "killed", detail };
  return { status: end.kind === "exited" && end.exitCode === 0 ? "completed" : "failed", detail };
}
