import type { JobAdapter, JobHost, JobRuntime, JobSnapshot, MaybePromise } from "executor-conformance";
import { expect, test } from "vitest";
import dshJobsLocal from "../../../adapters/dsh-jobs-local/job.ts";
import mcpTaskStore from "../../../adapters/mcp-task-store/job.ts";
import reference from "../../../adapters/reference/job.ts";
import variants from "../../../adapters/variants/job/index.ts";
import { jobFloor } from "../../floor/job.ts";
import { missingCapabilities, WorkNotDoneError } from "../benchmark.ts";
import { runBlocks } from "../fixtures/blocks.ts";
import { jobBenchmarks } from "./index.ts";

const everyone: readonly JobAdapter[] = [jobFloor, reference, ...variants, dshJobsLocal, ...mcpTaskStore];

/** What cannot be measured, and why. */
const refused: Readonly<Record<string, { readonly name: string; readonly why: string }>> = {
  // It allows fewer live jobs for an owner than a benchmark starts, as it may.
  "reference-with-limits": {
    name: "NotMeasurableError",
    why: "a start after 2 others was refused: JobLimitError: too many live jobs: at most 2 for one owner",
  },
  // It shows everybody the jobs of all, against its documentation.
  "mcp-task-store@1.31.0": { name: "WorkNotDoneError", why: "has 10 jobs, and 30 were listed" },
};

async function runAll(adapter: JobAdapter): Promise<void> {
  for (const benchmark of jobBenchmarks.filter((one) => missingCapabilities(one, adapter).length === 0)) {
    for (const size of [1, 30]) await runBlocks(benchmark, adapter, size);
  }
}

test.each(everyone.filter(({ name }) => !Object.hasOwn(refused, name)))(
  "no benchmark accuses the job runtime $name",
  (adapter) => runAll(adapter),
);

test.each(Object.entries(refused))("%s cannot be measured", async (adapter, { name, why }) => {
  const running = runAll(everyone.find((one) => one.name === adapter) as JobAdapter);
  await expect(running).rejects.toMatchObject({ name, message: expect.stringContaining(why) });
});

const lies: readonly (readonly [id: string, JobAdapter, message: string])[] = [
  ["job/start", liar({ start: () => "job-0" }), "called the producer of job-0 0 times"],
  [
    "job/read",
    liar({ read: (id) => ({ output: "piece", job: snapshotOf(id) }) }),
    "more than producers were asked for",
  ],
  ["job/cancel", liar({ cancel: () => "requested" }), "its producer was asked to stop 0 times"],
  ["job/list", liar({ list: () => [] }), "0 were listed"],
];

test.each(lies)("%s finds a runtime that does not do the work", async (id, adapter, message) => {
  const benchmark = jobBenchmarks.find((one) => one.id === id);
  if (benchmark === undefined) throw new Error(`no benchmark ${id}`);
  await expect(runBlocks(benchmark, adapter, 20)).rejects.toThrow(message);
});

test("job/notice does not take a notice for the end that came before it", async () => {
  const eager: JobAdapter = {
    ...jobFloor,
    create(host) {
      const runtime = jobFloor.create({ completed: () => {} }) as JobRuntime;
      return {
        ...runtime,
        start(spec) {
          const id = runtime.start(spec) as string;
          queueMicrotask(() => host.completed({ ...snapshotOf(id), status: "completed" }, spec.owner));
          return id;
        },
      };
    },
  };
  const benchmark = jobBenchmarks.find(({ id }) => id === "job/notice");
  const opened = await benchmark?.open(eager, 3);
  await opened?.prepare(3);
  const running = Promise.race([opened?.run(1), new Promise((resolve) => setImmediate(resolve, "no notice"))]);
  expect(await running).toBe("no notice");
});

test("a runtime that refuses its very first job is no runtime", async () => {
  const closed = liar({
    start() {
      throw new Error("closed");
    },
  });
  for (const benchmark of jobBenchmarks) {
    const error = new WorkNotDoneError("the first start was refused: Error: closed");
    await expect(runBlocks(benchmark, closed, 1)).rejects.toThrow(error);
  }
});

test("answers are promises of any make, as a check takes them", async () => {
  for (const benchmark of jobBenchmarks) await runBlocks(benchmark, withThenables, 3);
});

test("a runtime that answers late, and asks producers seldom, reads one thing after the other", async () => {
  const read = jobBenchmarks.find(({ id }) => id === "job/read");
  let reads = 0;
  const seldom: JobAdapter = {
    ...jobFloor,
    create(host) {
      const floor = floorRuntime(host);
      return {
        ...floor,
        async read(...asked) {
          reads += 1;
          await new Promise((resolve) => setTimeout(resolve, 1));
          const answer = await floor.read(...asked);
          return reads < 13 ? { ...answer, output: "" } : answer;
        },
      };
    },
  };
  await runBlocks(read!, seldom, 1);
  expect(reads).toBe(13);
});

test.each([undefined, null, {}])("an answer like %j is told as one that cannot be read", async (answer) => {
  const read = jobBenchmarks.find(({ id }) => id === "job/read");
  if (read === undefined) throw new Error("no benchmark job/read");
  for (const give of [() => answer, () => Promise.resolve(answer)]) {
    const adapter = liar({ read: give as unknown as JobRuntime["read"] });
    await expect(runBlocks(read, adapter, 3)).rejects.toThrow("what a call gave cannot be read: TypeError");
  }
});

const floorRuntime = (host: JobHost): JobRuntime => jobFloor.create(host) as JobRuntime;

/** The floor, whose answers are no promises of this realm, and no less. */
const withThenables: JobAdapter = {
  ...jobFloor,
  name: "thenables",
  create(host) {
    const floor = floorRuntime(host);
    return {
      start: (spec) => thenable(floor.start(spec)),
      read: (...asked) => thenable(floor.read(...asked)),
      cancel: (...asked) => thenable(floor.cancel(...asked)),
      list: (caller) => thenable(floor.list?.(caller) ?? []),
    };
  },
};

function thenable<T>(value: MaybePromise<T>): Promise<T> {
  const promise = Promise.resolve(value);
  const made = { then: promise.then.bind(promise) };
  return made as Promise<T>;
}

function liar(change: Partial<JobRuntime>): JobAdapter {
  return { ...jobFloor, name: "liar", create: (host) => ({ ...(jobFloor.create(host) as JobRuntime), ...change }) };
}

function snapshotOf(id: string): JobSnapshot {
  return { id, kind: "bench", label: "a job", status: "running" };
}
