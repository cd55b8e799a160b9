import type { JobAdapter, JobRuntime, JobSnapshot } from "executor-conformance";
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
const refused: Readonly<Record<string, string>> = {
  // It allows fewer live jobs for an owner than a benchmark starts.
  "reference-with-limits": "too many live jobs: at most 2 for one owner",
  // It shows everybody the jobs of all, against its documentation.
  "mcp-task-store@1.31.0": "has 10 jobs, and 30 were listed",
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

test.each(Object.entries(refused))("%s cannot be measured", async (name, why) => {
  const adapter = everyone.find((one) => one.name === name);
  const running = runAll(adapter as JobAdapter);
  await expect(running).rejects.toThrow(WorkNotDoneError);
  await expect(running).rejects.toThrow(why);
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

function liar(change: Partial<JobRuntime>): JobAdapter {
  return { ...jobFloor, name: "liar", create: (host) => ({ ...(jobFloor.create(host) as JobRuntime), ...change }) };
}

function snapshotOf(id: string): JobSnapshot {
  return { id, kind: "bench", label: "a job", status: "running" };
}
