import { fork } from "node:child_process";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { realTimers } from "../../src/run/realTimers.ts";
import { ContenderError } from "./contestants.ts";
import type { MeasureJob, MeasureReply } from "./job.ts";
import type { Measurement } from "./measure.ts";

/** How long a process may take, in ms. Whoever needs longer never answers. */
const ANSWER_MS_MAX = 180_000;

/**
 * Compilation and garbage collection happen in the thread that is measured. In threads of their own they would come sooner or
 * later as the machine is busy, and favour whoever is measured after them.
 *
 * New objects have 64 MiB: with what is usual garbage is collected in most rounds, and always in the block of the same, for
 * equal rounds allocate equally.
 */
const ENGINE_FLAGS = ["--single-threaded", "--min-semi-space-size=64", "--max-semi-space-size=64"];

/** How much of what a process wrote before it broke down is shown, in characters. */
const LAST_WORDS_MAX = 400;

/**
 * Measures in a fresh process.
 *
 * @param program the module that the process runs: it is sent the job, and sends one reply.
 * @throws ContenderError when one of them cannot be measured, or the process ends or hangs without a word.
 */
export async function measureInProcess(program: URL, job: MeasureJob): Promise<Measurement> {
  const child = fork(fileURLToPath(program), { stdio: ["ignore", "ignore", "pipe", "ipc"], execArgv: ENGINE_FLAGS });
  const lastWords = tail(child.stderr);
  const timer = realTimers.setTimeout(() => child.kill("SIGKILL"), ANSWER_MS_MAX);
  try {
    const reply = await new Promise<MeasureReply>((resolve, reject) => {
      const failed = (why: string): void =>
        reject(new ContenderError(`base or head: ${why}${lastWords() === "" ? "" : `: ${lastWords()}`}`));
      child.once("message", (message) => resolve(message as MeasureReply));
      child.once("error", ({ message }) => failed(`the process that measures them could not be used (${message})`));
      child.once("close", (code, signal) => failed(`the process that measures them ended with ${signal ?? code}`));
      child.send(job, (error) => error !== null && failed(`the process that measures them takes no job`));
    });
    if (reply.kind === "failed") throw new ContenderError(reply.message);
    return reply.measurement;
  } finally {
    realTimers.clearTimeout(timer);
    // It has said everything; what an executor left open must not take time from the next.
    child.kill("SIGKILL");
  }
}

function tail(stream: Readable | null): () => string {
  let text = "";
  stream?.setEncoding("utf8").on("data", (chunk: string) => {
    text = (text + chunk).slice(-LAST_WORDS_MAX);
  });
  return () => text.trim();
}
