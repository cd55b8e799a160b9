import { describe, expect, it } from "vitest";
import reference from "../../../adapters/reference/job.ts";
import variants from "../../../adapters/variants/job/index.ts";
import type { JobRecord } from "../../contract/job-trace.ts";
import type { JobAdapter, JobRuntime } from "../../contract/job.ts";
import { jobProfile } from "../../profiles/index.ts";
import type { JobScenario, JobStep } from "../../scenario/job/steps.ts";
import { Runner } from "../runner.ts";

async function run(adapter: JobAdapter, steps: readonly JobStep[], setup = {}): Promise<readonly JobRecord[]> {
  const scenario: JobScenario = { profile: "job", setup, steps };
  const { trace } = await new Runner(jobProfile, adapter).run(scenario);
  return trace.records;
}

function ofType<T extends JobRecord["type"]>(
  records: readonly JobRecord[],
  type: T,
): Extract<JobRecord, { type: T }>[] {
  return records.filter((record): record is Extract<JobRecord, { type: T }> => record.type === type);
}

function variant(name: string): JobAdapter {
  const found = variants.find((adapter) => adapter.name === name);
  if (found === undefined) throw new Error(`no variant ${name}`);
  return found;
}

const start = { op: "start", job: "j1", owner: "alice" } as const;

describe("the trace of a job runtime", () => {
  it("is the same for the same scenario, although ids are random", async () => {
    const steps: JobStep[] = [
      start,
      { op: "output", job: "j1", gap: 2 },
      { op: "cancel", job: "j1", by: "bob" },
      { op: "start", job: "j2", owner: "al", throws: "error" },
      { op: "list", by: "alice", gap: "turn" },
      { op: "cancel", job: "j1", reason: "enough" },
      { op: "kill", job: "j1", detail: true },
    ];
    expect(await run(reference, steps, { look: "list" })).toEqual(await run(reference, steps, { look: "list" }));
  });

  it("leaves the ids of a call out of its refusal", async () => {
    const records = await run(reference, [start, { op: "read", job: "j1", by: "bob" }]);
    const messages = ofType(records, "refused").map(({ message }) => message);
    expect(messages).toEqual(["UnknownJobError: unknown job: (id)", "UnknownJobError: unknown job: (id)"]);
  });

  it("tells the error of a producer by identity, by cause and by its text", async () => {
    const wrapping = (wrap: (error: unknown) => unknown): JobAdapter => ({
      profile: "job",
      name: "wrapping",
      create: (): JobRuntime => ({
        start: (spec) => {
          try {
            spec.start();
          } catch (error) {
            throw wrap(error);
          }
          return "never";
        },
        read: () => ({ output: "", job: { id: "", kind: "", label: "", status: "running" } }),
        cancel: () => "requested",
      }),
    });
    const ways: ((error: unknown) => unknown)[] = [
      (error) => error,
      (error) => new Error("no", { cause: error }),
      (error) => new Error(`no: ${String(error)}`),
      () => new Error("no"),
    ];
    const carried: (string | undefined)[] = [];
    for (const way of ways) {
      const records = await run(wrapping(way), [{ ...start, throws: "error" }]);
      carried.push(ofType(records, "refused")[0]?.carries);
    }
    expect(carried).toEqual(["the start of j1", "the start of j1", "the start of j1", undefined]);
  });
});

describe("a step of the job profile is skipped", () => {
  const skipped = async (adapter: JobAdapter, steps: readonly JobStep[]): Promise<readonly number[]> =>
    ofType(await run(adapter, steps), "skip").map(({ step }) => step);

  it("where its job has no id yet", async () => {
    const steps: JobStep[] = [
      { ...start, gap: "turn" },
      { op: "read", job: "j1" },
      { op: "read", job: "j1" },
    ];
    expect(await skipped(variant("asynchronous"), steps)).toEqual([1]);
  });

  it("where a read of that job is open", async () => {
    const steps: JobStep[] = [start, { op: "read", job: "j1", gap: "turn" }, { op: "read", job: "j1" }];
    expect(await skipped(variant("asynchronous"), steps)).toEqual([2]);
  });

  it("where the adapter declares no fence for that stranger", async () => {
    const steps: JobStep[] = [start, { op: "read", job: "j1", by: "bob" }, { op: "read", job: "j1", by: null }];
    expect(await skipped(variant("minimal"), steps)).toEqual([1, 2]);
    expect(await skipped(reference, steps)).toEqual([]);
  });

  it("where an owner has been disposed, or everything has", async () => {
    const steps: JobStep[] = [
      start,
      { op: "dispose-owner", owner: "alice" },
      { op: "start", job: "j2", owner: "alice" },
      { op: "dispose" },
      { op: "dispose" },
      { op: "start", job: "j3", owner: "bob" },
    ];
    expect(await skipped(reference, steps)).toEqual([2, 4]);
  });

  it("where a disposal would come in the middle of a start or a cancel", async () => {
    const steps: JobStep[] = [
      { op: "inside", callback: "start", call: { op: "dispose" } },
      { ...start },
      { op: "inside", callback: "cancel", call: { op: "dispose-owner", owner: "alice" } },
      { op: "cancel", job: "j1" },
    ];
    expect(await skipped(reference, steps)).toEqual([1, 3]);
  });

  it("where its producer does not run", async () => {
    const steps: JobStep[] = [
      { op: "exit", job: "j1" },
      start,
      { op: "exit", job: "j1" },
      { op: "output", job: "j1" },
      { op: "reject", job: "j1" },
    ];
    expect(await skipped(reference, steps)).toEqual([0, 3, 4]);
  });
});

describe("at the end of a run", () => {
  it("producers settle in the order in which they came, those that hang do not", async () => {
    const records = await run(reference, [
      start,
      { op: "start", job: "j2", owner: "al" },
      { op: "hang", job: "j1" },
      { op: "start", job: "j3", owner: "bob" },
      { op: "cancel", job: "j3" },
    ]);
    expect(ofType(records, "settled").map(({ job, how }) => `${job} ${how}`)).toEqual(["j2 completed", "j3 killed"]);
  });

  it("every job is read once more, and then everything is disposed, once", async () => {
    const end = (records: readonly JobRecord[]): readonly string[] =>
      ofType(records, "call").flatMap(({ site, given }) => (site === "end" ? [given.method] : []));
    expect(end(await run(reference, [start, { op: "start", job: "j2" }]))).toEqual(["read", "read", "dispose"]);
    expect(end(await run(reference, [start, { op: "dispose" }]))).toEqual([]);
  });

  it("an unknown id is tried wherever a foreign one was refused", async () => {
    const records = await run(reference, [start, { op: "wait", job: "j1", ms: 5, by: "bob" }]);
    const last = ofType(records, "call").find(({ given }) => given.method === "wait" && "neverIssued" in given.target);
    expect(last).toMatchObject({ site: "end", given: { caller: "bob", timeoutMs: 5 } });
  });
});
