import { fork } from "node:child_process";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import type { Faulty } from "./faulty.ts";
import type { FaultFigures, Limits } from "./measure.ts";

/** What a measuring process is asked for; it answers with `FaultFigures`. */
export interface FaultJob {
  readonly profile: string;
  readonly fault: string;
  readonly limits: Limits;
}

/** Above 0: whoever else uses the machine goes first. */
const NICENESS = 10;

const PROGRAM = fileURLToPath(new URL("measuringProcess.js", import.meta.url));

/**
 * Measures every fault, in so many processes at once. The figures do not depend on how many.
 *
 * @throws Error when a process ends before it has answered.
 */
export async function measureInProcesses(
  all: readonly Faulty[],
  limits: Limits,
  processes: number,
  onFigures: (figures: FaultFigures) => void,
): Promise<readonly FaultFigures[]> {
  const figures: FaultFigures[] = [];
  const rest = all.entries();
  const workOff = async (): Promise<void> => {
    const child = fork(PROGRAM, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    if (child.pid !== undefined) setPriority(child.pid, NICENESS);
    try {
      for (const [index, { adapter }] of rest) {
        const answer = await ask(child, { profile: adapter.profile, fault: adapter.name, limits });
        figures[index] = answer;
        onFigures(answer);
      }
    } finally {
      child.kill();
    }
  };
  await Promise.all(Array.from({ length: Math.min(processes, all.length) }, workOff));
  return figures;
}

function ask(child: ReturnType<typeof fork>, job: FaultJob): Promise<FaultFigures> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => {
      reject(new Error(`${job.profile} ${job.fault}: the process that measures it ended with ${code}`));
    };
    child.once("close", ended);
    child.once("message", (message) => {
      child.off("close", ended);
      resolve(message as FaultFigures);
    });
    child.send(job);
  });
}
