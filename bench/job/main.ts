/**
 * The reference job runtime beside `@deepseek-ai/dsh-jobs-local`, on the same work in one process: start, read, cancel and
 * notice, for each job, with 1, 1,000 and 100,000 jobs in the runtime. A report, not a test.
 */
import type { JobAdapter, JobOutcome, JobRuntime, JobSpec } from "executor-conformance";
import reference from "executor-conformance/adapters/reference/job";
import dshJobsLocal from "../../adapters/dsh-jobs-local/job.ts";
import { printReadings, readingsOf, type Contender } from "../peers/rounds.ts";

const SIZES = [1, 1000, 100_000] as const;
/** The peer needs a minute to be filled with the most jobs. */
const roundsOf = (size: number): number => (size > 10_000 ? 1 : 6);

/** The peer lets an owner have so many live jobs. */
const JOBS_PER_OWNER = 10;

interface JobContender extends Contender {
  readonly adapter: JobAdapter;
}

const contenders: readonly JobContender[] = [
  { name: "reference jobs", adapter: reference },
  { name: "dsh-jobs-local", adapter: dshJobsLocal, leavesOut: "retention, limits, bounded disposal" },
];

/** A runtime with everything that the kit's side of its jobs needs. */
interface Stage {
  readonly runtime: JobRuntime;
  readonly ids: string[];
  readonly ends: ((outcome: JobOutcome) => void)[];
  notices: number;
  onNotices: () => void;
}

async function stageOf({ adapter }: JobContender): Promise<Stage> {
  const stage: Omit<Stage, "runtime"> = { ids: [], ends: [], notices: 0, onNotices: () => {} };
  const runtime = await adapter.create({
    completed() {
      stage.notices += 1;
      stage.onNotices();
    },
  });
  return Object.assign(stage, { runtime });
}

async function start(stage: Stage, count: number): Promise<void> {
  for (let job = 0; job < count; job += 1) stage.ids.push(await stage.runtime.start(specOf(stage, ownerOf(job))));
}

function ownerOf(job: number): string {
  return `owner-${Math.floor(job / JOBS_PER_OWNER)}`;
}

function specOf({ ends }: Stage, owner: string): JobSpec {
  return {
    kind: "bench",
    label: "a job",
    owner,
    start: () => ({
      done: new Promise((resolve) => ends.push(resolve)),
      cancel: () => {},
      readOutput: () => "piece",
    }),
  };
}

type Operation = "start" | "read" | "cancel" | "notice";

/** What one turn does, on a stage that has as many jobs as the size says; `start` fills an empty one. */
async function prepare(contender: JobContender, size: number, operation: Operation): Promise<() => Promise<void>> {
  const stage = await stageOf(contender);
  // Owners are known before: to make their acquaintance is no part of a start.
  for (let job = 0; job < size; job += JOBS_PER_OWNER) await stage.runtime.list?.(ownerOf(job));
  if (operation === "start") return () => start(stage, size);
  await start(stage, size);
  const { runtime, ids, ends } = stage;
  switch (operation) {
    case "read":
      return async () => {
        for (const [job, id] of ids.entries()) {
          const { output } = await runtime.read(id, ownerOf(job));
          if (output !== "piece") throw new Error(`${contender.name} read ${JSON.stringify(output)}`);
        }
      };
    case "cancel":
      return async () => {
        for (const [job, id] of ids.entries()) {
          if ((await runtime.cancel(id, ownerOf(job))) !== "requested")
            throw new Error(`${contender.name} did not cancel`);
        }
      };
    case "notice":
      return () =>
        new Promise((resolve) => {
          stage.onNotices = () => {
            if (stage.notices === size) resolve();
          };
          for (const end of ends) end({ status: "completed" });
        });
  }
}

console.log("Microseconds for each job, and how many times as long as the reference; below 1 is faster than it");
for (const operation of ["start", "read", "cancel", "notice"] as const) {
  for (const size of SIZES) {
    const readings = await readingsOf<JobContender>({
      contenders,
      size,
      rounds: roundsOf(size),
      prepare: (contender, count) => prepare(contender, count, operation),
    });
    printReadings(`${operation}, ${size.toLocaleString("en")} jobs`, readings);
  }
}
