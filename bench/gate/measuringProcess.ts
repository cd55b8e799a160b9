import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { realTimers } from "../../src/run/realTimers.ts";
import { ContenderError } from "./contestants.ts";
import { describeRole, type MeasureJob, type MeasureRequest } from "./job.ts";
import { measurementOf, type Measurement } from "./measurement.ts";
import { readReply, type MeasureReply } from "./reply.ts";
import { TurnFile } from "./turnFile.ts";

/** How long a process may take, in ms, besides ten times what it measures. Whoever needs longer never answers. */
const ANSWER_MS_MAX = 180_000;

/**
 * Compilation and garbage collection happen in the thread that is measured. In threads of their own they would come sooner or
 * later as the machine is busy, and favour whoever is measured after them.
 *
 * New objects have 64 MiB: with what is usual garbage is collected in most rounds, and always in the block of the same, for
 * equal rounds allocate equally.
 */
const ENGINE_FLAGS = ["--single-threaded", "--min-semi-space-size=64", "--max-semi-space-size=64"];

/** How much of what a process wrote before it broke down is kept, and shown, in characters. */
const LAST_WORDS_KEPT = 20_000;
const LAST_WORDS_MAX = 400;

/**
 * Measures in a fresh process.
 *
 * Head shares that process with base, so the gate is for mistakes and not for malice: a head that sets out to deceive can. What
 * it does by mistake is seen: the process sends the times of blocks and nothing that was computed from them, and any other
 * message is an error.
 *
 * @param program the module that the process runs: it is sent a {@link MeasureRequest}, and sends one reply.
 * @param answerMsMax how long it may take, in ms.
 * @throws ContenderError when one of them cannot be measured, or the process ends or hangs without a word.
 */
export async function measureInProcess(
  program: URL,
  job: MeasureJob,
  answerMsMax = ANSWER_MS_MAX + 10 * job.timeMs,
): Promise<Measurement> {
  const turn = new TurnFile();
  const child = fork(fileURLToPath(program), {
    stdio: ["ignore", "ignore", "pipe", "ipc", turn.descriptor],
    execArgv: ENGINE_FLAGS,
  });
  const lastWords = tail(child.stderr);
  let isLate = false;
  const timer = realTimers.setTimeout(() => {
    isLate = true;
    child.kill("SIGKILL");
  }, answerMsMax);
  const request: MeasureRequest = { job, token: randomUUID() };
  try {
    const reply = await new Promise<MeasureReply>((resolve, reject) => {
      const failed = (why: string): void => {
        const role = turn.read();
        reject(new ContenderError(`${role === undefined ? "base or head" : describeRole(job, role)}: ${why}`));
      };
      child.once("message", (message) => {
        const read = readReply(message, request.token);
        if (read !== undefined) return resolve(read);
        // The process has gone on since: whose turn it is now says nothing.
        reject(new ContenderError("base or head: the process that measures them sent something else than its reply"));
      });
      child.once("error", ({ message }) => failed(`the process that measures it could not be used (${message})`));
      child.once("close", (code, signal) => {
        if (isLate) failed(`an operation had not ended after ${answerMsMax / 1000} seconds`);
        else failed(`the process that measures it ended with ${signal ?? code}${lastWords()}`);
      });
      child.send(request, (error) => error !== null && failed("the process that measures it takes no job"));
    });
    if (reply.kind === "failed") throw new ContenderError(reply.message);
    return measurementOf(reply.sets);
  } finally {
    realTimers.clearTimeout(timer);
    // It has said everything; what an executor left open must not take time from the next.
    child.kill("SIGKILL");
    turn.close();
  }
}

/** What a process wrote last; of an engine that gave up why, and not where. */
function tail(stream: Readable | null): () => string {
  let text = "";
  stream?.setEncoding("utf8").on("data", (chunk: string) => {
    text = (text + chunk).slice(-LAST_WORDS_KEPT);
  });
  return () => {
    const words = /FATAL ERROR: .*/.exec(text)?.[0] ?? text.trim().slice(-LAST_WORDS_MAX);
    return words === "" ? "" : `: ${words}`;
  };
}
