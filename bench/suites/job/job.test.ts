import type { JobAdapter, JobHost, JobRuntime, JobSnapshot, MaybePromise } from "executor-conformance";
import { afterEach, expect, test, vi } from "vitest";
import dshJobsLocal from "../../../adapters/dsh-jobs-local/job.ts";
import mcpTaskStore from "../../../adapters/mcp-task-store/job.ts";
import reference from "../../../adapters/reference/job.ts";
import variants from "../../../adapters/variants/job/index.ts";
import { realTimers } from "../../../src/run/realTimers.ts";
import { jobFloor } from "../../floor/job.ts";
import { missingCapabilities, WorkNotDoneError, type Benchmark } from "../benchmark.ts";
import { runBlocks } from "../fixtures/blocks.ts";
import { liars } from "./fixtures/liars.ts";
import { jobBenchmarks } from "./index.ts";

afterEach(() => vi.restoreAllMocks());

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

test.each([
  ["job/start", "startsNothing", "called the producer of job-0 0 times"],
  ["job/start", "keepsNoRecord", "a read of job-1 by its owner was refused: Error: unknown job: job-1"],
  ["job/start", "cancelsNothing", "its producer was asked to stop 0 times"],
  ["job/read", "readsWhatNobodyProduced", "more than producers were asked for"],
  ["job/read", "showsNothing", "a read of job-0 gave a snapshot that is not its own"],
  ["job/cancel", "cancelsNothing", "its producer was asked to stop 0 times"],
  ["job/list", "listsNothing", "0 were listed"],
  ["job/notice", "announcesTwice", "a second notice came"],
] as const)("%s finds a runtime that %s", async (id, name, message) => {
  const running = runBlocks(benchmarkOf(id), liars[name], 20);
  await expect(running).rejects.toThrow(message);
  await expect(running).rejects.toThrow(WorkNotDoneError);
});

test.each([
  ["job/start", "isNeverDisposed", "expected dispose of the runtime to resolve once every producer had settled"],
  ["job/read", "readsOnce", "expected reads of job-0 to give what its producer produced last"],
  ["job/cancel", "endsNothing", "expected job-3 to be killed once its producer had ended"],
  ["job/list", "listsWhatWas", "expected a list to show that job-19 was completed"],
] as const)("%s waits in vain for a runtime that %s", async (id, name, message) => {
  let now = 0;
  vi.spyOn(realTimers, "performanceNow").mockImplementation(() => (now += 500));
  await expect(runBlocks(benchmarkOf(id), liars[name], 20)).rejects.toThrow(message);
});

test("a runtime that works with processes has time to come to rest before each block", async () => {
  const calls: string[] = [];
  const slow: JobAdapter = {
    ...jobFloor,
    realTime: true,
    create: (host) => ({
      ...(jobFloor.create(host) as JobRuntime),
      idle: () => new Promise((resolve) => setImmediate(() => resolve(void calls.push("idle")))),
      async dispose() {
        calls.push("dispose");
      },
    }),
  };
  const opened = await benchmarkOf("job/start").open(slow, 2);
  await opened.prepare(1);
  expect(calls).toEqual(["idle"]);
  await opened.run(1);
  await opened.close();
  expect(calls).toEqual(["idle", "idle", "dispose"]);
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
  let reads = 0;
  let open = 0;
  let most = 0;
  const seldom: JobAdapter = {
    ...jobFloor,
    create(host) {
      const floor = floorRuntime(host);
      return {
        ...floor,
        async read(...asked) {
          reads += 1;
          open += 1;
          most = Math.max(most, open);
          await new Promise((resolve) => setTimeout(resolve, 1));
          const answer = await floor.read(...asked);
          open -= 1;
          return reads < 13 ? { ...answer, output: "" } : answer;
        },
      };
    },
  };
  await runBlocks(benchmarkOf("job/read"), seldom, 1);
  expect(reads).toBeGreaterThanOrEqual(13);
  expect(most).toBe(1);
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

function benchmarkOf(id: string): Benchmark {
  const benchmark = jobBenchmarks.find((one) => one.id === id);
  if (benchmark === undefined) throw new Error(`no benchmark ${id}`);
  return benchmark;
}
