import type { JobRuntime, JobSnapshot, JobStatus, MaybePromise } from "executor-conformance";
import { describeThrown } from "../../../src/run/values.ts";
import { WorkNotDoneError } from "../benchmark.ts";
import type { Chain } from "../chain.ts";
import { until } from "../until.ts";
import type { BenchJob } from "./benchJob.ts";

/** So many jobs, and the newest, stand for all. */
const SAMPLE = 7;

/** The oldest of some jobs, the newest, and a few between. */
export function sampleOf(jobs: readonly BenchJob[]): readonly BenchJob[] {
  const places = Array.from({ length: SAMPLE + 1 }, (_, index) => Math.floor((index * (jobs.length - 1)) / SAMPLE));
  return [...new Set(places)].flatMap((place) => jobs[place] ?? []);
}

/**
 * Verifies that a runtime has kept a job that runs: its owner sees it, and a cancel reaches the producer.
 *
 * @throws WorkNotDoneError where it has not.
 */
export async function verifyLive(runtime: JobRuntime, job: BenchJob): Promise<void> {
  const { job: snapshot } = await asked(`a read of ${job.id} by its owner`, () => runtime.read(job.id, job.owner));
  verifySnapshot(job, snapshot, "running");
  const answer = await asked(`a cancel of ${job.id} by its owner`, () => runtime.cancel(job.id, job.owner));
  if (answer === "requested" && job.cancels === 1) return;
  throw new WorkNotDoneError(
    `cancel of ${job.id} answered ${answer}, and its producer was asked to stop ${job.cancels} times`,
  );
}

/**
 * Waits until a runtime shows that a job has ended.
 *
 * @param isForgetful where the runtime may have forgotten it meanwhile.
 * @throws WorkNotDoneError where it does not, or shows another end.
 */
export async function verifyEnd(
  chain: Chain,
  runtime: JobRuntime,
  job: BenchJob,
  ends: readonly JobStatus[],
  isForgetful: boolean,
): Promise<void> {
  const hasEnded = async (): Promise<boolean> => {
    try {
      const { job: snapshot } = await runtime.read(job.id, job.owner);
      if (LIVE.has(snapshot.status)) return false;
      verifySnapshot(job, snapshot, ...ends);
    } catch (error) {
      if (error instanceof WorkNotDoneError) throw error;
      if (!isForgetful) throw refusal(`a read of ${job.id} after its end`, error);
    }
    return true;
  };
  await until(chain, hasEnded, `${job.id} to be ${ends.join(" or ")} once its producer had ended`);
}

const LIVE: ReadonlySet<JobStatus> = new Set(["running", "stopping"]);

/**
 * Waits until reads of a job give what its producer produces from now on.
 *
 * @throws WorkNotDoneError where they do not.
 */
export async function verifyOutput(chain: Chain, runtime: JobRuntime, job: BenchJob): Promise<void> {
  job.piece = `late output of ${job.id};`;
  let text = "";
  const hasCome = async (): Promise<boolean> => {
    const { output, job: snapshot } = await asked(`a read of ${job.id} by its owner`, () =>
      runtime.read(job.id, job.owner),
    );
    verifySnapshot(job, snapshot, "running");
    text += output;
    return text.includes(job.piece);
  };
  await until(chain, hasCome, `reads of ${job.id} to give what its producer produced last`);
}

function verifySnapshot(
  job: BenchJob,
  { id, kind, label, owner, status }: JobSnapshot,
  ...expected: JobStatus[]
): void {
  const isItself = id === job.id && kind === job.kind && label === job.label && owner === job.owner;
  if (!isItself) throw new WorkNotDoneError(`a read of ${job.id} gave a snapshot that is not its own`);
  if (expected.includes(status)) return;
  throw new WorkNotDoneError(`a read of ${job.id} showed it ${status}, and it was ${expected.join(" or ")}`);
}

async function asked<T>(what: string, ask: () => MaybePromise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw refusal(what, error);
  }
}

function refusal(what: string, error: unknown): WorkNotDoneError {
  return new WorkNotDoneError(`${what} was refused: ${describeThrown(error)}`);
}
