import { expect, it } from "vitest";
import type { JobSpec } from "../../contract/job.ts";
import { ManualProducer, turn } from "./manual-producer.ts";
import type { JobFault } from "./options.ts";
import { JobRuntime } from "./runtime.ts";

// The runner fails a file in which a rejection goes unhandled, so that nothing escapes needs no assertion of its own.

function refuseToStart(): never {
  throw new Error("no");
}

function specFor(producer: ManualProducer, fields: Partial<JobSpec> = {}): JobSpec {
  return { kind: "test", label: "a test", owner: "a", start: () => producer, ...fields };
}

it("presents pending, running and completed around the start and before the notice", async () => {
  const seen: string[] = [];
  const jobs = new JobRuntime({ onCompleted: (job) => seen.push(`notice ${job.status}`) });
  const producer = new ManualProducer();
  const id = jobs.start(
    specFor(producer, {
      start: () => (seen.push("start"), producer),
      present: (state, job) => seen.push(`${state} ${job.id === "" ? "no id" : job.status}`),
    }),
  );
  jobs.cancel(id, "a");
  const waited = jobs.wait(id, 1000, "a").then(() => seen.push("waited"));
  await producer.end({ status: "killed" });
  await waited;
  expect(seen).toEqual(["pending no id", "start", "running running", "completed killed", "notice killed", "waited"]);
});

it("presents a failed start as pending only", () => {
  const seen: string[] = [];
  expect(() =>
    new JobRuntime().start(
      specFor(new ManualProducer(), { start: refuseToStart, present: (state) => seen.push(state) }),
    ),
  ).toThrow("no");
  expect(seen).toEqual(["pending"]);
});

it("contains hooks and listeners that throw, reject or never settle, and reports them", async () => {
  const faults: string[] = [];
  const onFault = (error: unknown, { source, job }: JobFault): never => {
    faults.push(`${source} ${job.status}: ${String(error)}`);
    throw new Error("a reporter may fail too");
  };
  const jobs = new JobRuntime({ onFault, onCompleted: () => Promise.reject(new Error("listener")) });
  const producer = new ManualProducer();
  Object.assign(producer, { cancel: () => Promise.reject(new Error("asynchronous")) });
  const reactions = [
    () => Promise.reject(new Error("async hook")),
    () => {
      throw new Error("hook");
    },
    () => new Promise(() => {}),
  ];
  const id = jobs.start(specFor(producer, { present: () => reactions.shift()?.() }));
  jobs.cancel(id, "a");
  await producer.end();
  expect(jobs.get(id, "a").status).toBe("completed");
  expect(faults.toSorted()).toEqual([
    "cancel stopping: Error: asynchronous",
    "onCompleted completed: Error: listener",
    "present running: Error: async hook",
    "present running: Error: hook",
  ]);
});

it("goes on announcing after a listener has thrown", async () => {
  const announced: string[] = [];
  const jobs = new JobRuntime({
    onCompleted: (job) => {
      announced.push(job.label);
      throw new Error("listener");
    },
  });
  const producers = [new ManualProducer(), new ManualProducer()];
  for (const [index, producer] of producers.entries()) jobs.start(specFor(producer, { label: `${index}` }));
  await Promise.all(producers.map((producer) => producer.end()));
  expect(announced).toEqual(["0", "1"]);
});

it("lets listeners and hooks call back into the runtime", async () => {
  const jobs: JobRuntime = new JobRuntime({
    onCompleted: (job) => {
      jobs.cancel(job.id, "a");
      jobs.read(job.id, "a");
      if (job.label === "first") jobs.start(specFor(follower, { label: "second" }));
    },
  });
  const [first, follower] = [new ManualProducer(), new ManualProducer()];
  const present: JobSpec["present"] = (state, job) =>
    state === "running" ? jobs.cancel(job.id, "a", "by the hook") : undefined;
  jobs.start(specFor(first, { label: "first", present }));
  expect(first.cancels).toEqual(["by the hook"]);
  await first.end();
  expect(jobs.list("a").map((job) => `${job.label} ${job.status}`)).toEqual(["first completed", "second running"]);
});

it("keeps the notice of a job whose completed hook disposes its owner", async () => {
  const announced: string[] = [];
  const jobs = new JobRuntime({ onCompleted: (job) => announced.push(job.id) });
  const producer = new ManualProducer();
  let disposal: Promise<void> | undefined;
  const present: JobSpec["present"] = (state) => {
    if (state === "completed") disposal = jobs.disposeOwner("a");
  };
  const id = jobs.start(specFor(producer, { present }));
  await producer.end();
  await disposal;
  await turn();
  expect(announced).toEqual([id]);
});
