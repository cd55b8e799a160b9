import { describe, expect, it } from "vitest";
import type { JobSnapshot, JobSpec, OwnerToken } from "../../contract/job.ts";
import { InvalidJobSpecError, InvalidProducerError, JobLimitError, JobOutputError, UnknownJobError } from "./errors.ts";
import { ManualProducer } from "./manual-producer.ts";
import { JobRuntime } from "./runtime.ts";

/** Takes anything, because a runtime meets producers and specs that no type has checked. */
// oxlint-disable-next-line typescript/no-explicit-any
function specFor(producer: any, fields: any = {}): JobSpec {
  return { kind: "test", label: "a test", start: () => producer, ...fields };
}

function vandal(job: JobSnapshot): void {
  Object.assign(job, { id: "x", owner: "x", status: "killed", label: "x" });
}

describe("start", () => {
  it("gives an id that is never used again, also after the job is gone", async () => {
    const jobs = new JobRuntime();
    const ids = new Set<string>();
    for (let round = 0; round < 50; round += 1) {
      ids.add(jobs.start(specFor(new ManualProducer(), { owner: "a" })));
      ids.add(jobs.start(specFor({ done: Promise.resolve({ status: "completed" }), cancel() {} }, { owner: "b" })));
      await jobs.disposeOwner("b");
    }
    expect(ids.size).toBe(100);
  });

  it.each([{ kind: "" }, { label: "" }, { owner: 7 }])("refuses %o before anything is started", (fields) => {
    let started = 0;
    const spec = specFor(undefined, { ...fields, start: () => (started++, new ManualProducer()) });
    expect(() => new JobRuntime().start(spec)).toThrow(InvalidJobSpecError);
    expect(started).toBe(0);
  });

  it("passes on what the producer's start throws, and leaves nothing of the job", async () => {
    const notices: JobSnapshot[] = [];
    const jobs = new JobRuntime({ onCompleted: (job) => notices.push(job), maxLivePerOwner: 1 });
    const error = new Error("no such host");
    let started = 0;
    const start = (): never => {
      started += 1;
      throw error;
    };
    expect(() => jobs.start(specFor(undefined, { owner: "a", start }))).toThrow(error);
    expect(started).toBe(1);
    expect(jobs.list("a")).toEqual([]);
    jobs.start(specFor(new ManualProducer(), { owner: "a" })); // its place among the live jobs is free again
    await jobs.wait(jobs.list("a")[0]!.id, 0, "a");
    expect(notices).toEqual([]);
  });

  it("refuses what is no producer, and contains the rejection of an asynchronous start", () => {
    const jobs = new JobRuntime();
    expect(() => jobs.start(specFor(Promise.reject(new Error("late"))))).toThrow(InvalidProducerError);
    expect(() => jobs.start(specFor({ cancel() {} }))).toThrow(InvalidProducerError);
    expect(() => jobs.start(specFor(null))).toThrow(TypeError);
    expect(jobs.list()).toEqual([]);
  });

  it("does not follow a spec that is written to later", () => {
    const jobs = new JobRuntime();
    const spec = { ...specFor(new ManualProducer()), owner: "a" };
    const id = jobs.start(spec);
    Object.assign(spec, { owner: "b", label: "another" });
    expect(jobs.get(id, "a")).toEqual({ id, kind: "test", label: "a test", owner: "a", status: "running" });
  });

  it("limits the live jobs of each owner, starts inside hooks included", async () => {
    const jobs = new JobRuntime({ maxLivePerOwner: 1 });
    const first = new ManualProducer();
    const nested: unknown[] = [];
    const present = (): void => {
      try {
        nested.push(jobs.start(specFor(new ManualProducer(), { owner: "a" })));
      } catch (error) {
        nested.push(error);
      }
    };
    jobs.start(specFor(first, { owner: "a", present }));
    expect(nested).toEqual([expect.any(JobLimitError), expect.any(JobLimitError)]);
    jobs.start(specFor(new ManualProducer(), { owner: "b" }));
    await first.end();
    expect(nested[2]).toEqual(expect.any(String)); // the completed hook: the place is free by then
  });

  it.each([{ maxLivePerOwner: 0 }, { retentionMs: -1 }, { disposalBoundMs: Number.NaN }])(
    "refuses the option %o",
    (options) => {
      expect(() => new JobRuntime(options)).toThrow(RangeError);
    },
  );
});

describe("the fence", () => {
  it("refuses others and callers without a token like an unknown id, and changes nothing", async () => {
    const jobs = new JobRuntime();
    const producer = new ManualProducer();
    const id = jobs.start(specFor(producer, { owner: "ab" }));
    producer.write("secret");
    for (const caller of ["a", "abc", "", undefined]) {
      const refusals = [() => jobs.read(id, caller), () => jobs.cancel(id, caller), () => jobs.get(id, caller)];
      for (const refused of refusals) expect(refused).toThrow(new UnknownJobError(id));
      await expect(jobs.wait(id, 10, caller)).rejects.toThrow(new UnknownJobError(id));
      expect(jobs.list(caller)).toEqual([]);
    }
    expect(() => jobs.get("job-0", "ab")).toThrow(new UnknownJobError("job-0"));
    expect(producer.cancels).toEqual([]);
    expect(jobs.read(id, "ab")).toMatchObject({ output: "secret", job: { status: "running" } });
  });

  it("takes the empty string for an owner like any other", () => {
    const jobs = new JobRuntime();
    const id = jobs.start(specFor(new ManualProducer(), { owner: "" }));
    expect(() => jobs.get(id)).toThrow(UnknownJobError);
    expect(jobs.get(id, "").owner).toBe("");
  });

  it("opens a job of nobody to everybody", () => {
    const jobs = new JobRuntime();
    const producer = new ManualProducer();
    const id = jobs.start(specFor(producer));
    expect(jobs.list("anybody").map((job) => job.id)).toEqual([id]);
    expect(jobs.cancel(id, "anybody", "enough")).toBe("requested");
    expect(producer.cancels).toEqual(["enough"]);
  });

  it("lists own jobs and those of nobody in order of start", () => {
    const jobs = new JobRuntime();
    const owners: (OwnerToken | undefined)[] = ["a", undefined, "b", "a", undefined, undefined, "b", "a"];
    for (const [index, owner] of owners.entries()) {
      jobs.start(specFor(new ManualProducer(), { label: `${index}`, ...(owner === undefined ? {} : { owner }) }));
    }
    const labels = (caller?: OwnerToken): string =>
      jobs
        .list(caller)
        .map((job) => job.label)
        .join("");
    expect([labels("a"), labels("b"), labels(), labels("c")]).toEqual(["013457", "12456", "145", "145"]);
  });
});

describe("output", () => {
  it("is returned once and in order, also what comes after the end", async () => {
    const jobs = new JobRuntime();
    const producer = new ManualProducer();
    const id = jobs.start(specFor(producer));
    producer.write("one ");
    expect(jobs.read(id).output).toBe("one ");
    producer.write("two ");
    await producer.end();
    expect(jobs.read(id)).toMatchObject({ output: "two ", job: { status: "completed" } });
    producer.write("late");
    expect(jobs.read(id).output).toBe("late");
    expect(jobs.read(id).output).toBe("");
  });

  it("comes with the outcome where the producer has no readOutput", async () => {
    const jobs = new JobRuntime();
    const done = Promise.resolve({ status: "completed", detail: "fine", output: "all of it" });
    const id = jobs.start(specFor({ done, cancel() {} }));
    expect(jobs.read(id).output).toBe("");
    const job = await jobs.wait(id, 1000);
    expect(job).toMatchObject({ status: "completed", detail: "fine" });
    expect(jobs.read(id).output).toBe("all of it");
    expect(jobs.read(id).output).toBe("");
  });

  it("that cannot be read is the reader's error and leaves the job alone", async () => {
    const jobs = new JobRuntime();
    const producer = new ManualProducer();
    const broken = new Error("closed");
    const answers: (() => string)[] = [
      () => {
        throw broken;
      },
      () => JSON.parse("7"),
      () => "text",
    ];
    producer.readOutput = () => answers.shift()?.() ?? "";
    const id = jobs.start(specFor(producer));
    expect(() => jobs.read(id)).toThrow(expect.objectContaining({ name: "JobOutputError", cause: broken }));
    expect(() => jobs.read(id)).toThrow(JobOutputError);
    expect(jobs.read(id)).toMatchObject({ output: "text", job: { status: "running" } });
  });
});

describe("the end", () => {
  it.each([
    undefined,
    "completed",
    {},
    { status: "stopping" },
    { status: "completed", detail: 3 },
    {
      get status(): never {
        throw new Error("no");
      },
    },
  ])("is a failure where the producer settles with something else than an outcome (%#)", async (garbage) => {
    const jobs = new JobRuntime();
    const id = jobs.start(specFor({ done: Promise.resolve(garbage), cancel() {} }));
    expect(await jobs.wait(id, 1000)).toMatchObject({ status: "failed", detail: expect.any(String) });
  });

  it("is a failure where the producer rejects, whatever with", async () => {
    const jobs = new JobRuntime();
    const reasons = [new Error("out of space"), undefined, Object.create(null), Symbol("s")];
    for (const reason of reasons) {
      const producer = new ManualProducer();
      const id = jobs.start(specFor(producer));
      await producer.fail(reason);
      expect(jobs.get(id).status).toBe("failed");
    }
    expect(jobs.list()[0]!.detail).toBe("out of space");
  });

  it("is what the producer says, whether a cancel came shortly before or after", async () => {
    const jobs = new JobRuntime();
    const [before, after] = [new ManualProducer(), new ManualProducer()];
    const ids = [jobs.start(specFor(before)), jobs.start(specFor(after))] as const;
    expect(jobs.cancel(ids[0])).toBe("requested");
    const settled = [before.end({ status: "completed" }), after.end({ status: "completed" })];
    jobs.cancel(ids[1]);
    await Promise.all(settled);
    expect(jobs.list().map((job) => job.status)).toEqual(["completed", "completed"]);
    expect(jobs.cancel(ids[0])).toBe("already-finished");
  });

  it("is announced once, after it shows everywhere, to its owner", async () => {
    const seen: unknown[] = [];
    const jobs = new JobRuntime({
      onCompleted: (job, owner) => {
        const { output, job: read } = jobs.read(job.id, owner);
        seen.push([
          owner,
          job.status,
          output,
          read.status,
          jobs.get(job.id, owner).status,
          jobs.list(owner)[0]?.status,
        ]);
      },
    });
    const producer = new ManualProducer();
    jobs.start(specFor(producer, { owner: "a" }));
    producer.write("tail");
    await producer.end({ status: "failed" });
    await producer.end({ status: "completed" });
    expect(seen).toEqual([["a", "failed", "tail", "failed", "failed", "failed"]]);
  });
});

describe("cancel", () => {
  it("reaches the producer once and answers by the state", async () => {
    const jobs = new JobRuntime();
    const producer = new ManualProducer();
    const id = jobs.start(specFor(producer));
    expect([jobs.cancel(id, "x", "first"), jobs.cancel(id, "x", "second")]).toEqual(["requested", "requested"]);
    expect(producer.cancels).toEqual(["first"]);
    expect(jobs.get(id).status).toBe("stopping");
    await producer.end({ status: "killed", detail: "first" });
    expect(jobs.cancel(id)).toBe("already-finished");
    expect(jobs.get(id)).toMatchObject({ status: "killed", detail: "first" });
  });

  it("that throws tells the caller, leaves the job running and may be tried again", () => {
    const jobs = new JobRuntime();
    const producer = new ManualProducer();
    const error = new Error("not permitted");
    producer.cancel = () => {
      throw error;
    };
    const id = jobs.start(specFor(producer));
    expect(() => jobs.cancel(id)).toThrow(error);
    expect(jobs.get(id).status).toBe("running");
    producer.cancel = (reason) => void producer.cancels.push(reason);
    expect(jobs.cancel(id, undefined, "again")).toBe("requested");
    expect(producer.cancels).toEqual(["again"]);
  });

  it("may be called again by the producer it reaches", () => {
    const jobs = new JobRuntime();
    const producer = new ManualProducer();
    const answers: string[] = [];
    const id = jobs.start(specFor(producer));
    producer.cancel = () => void answers.push(jobs.cancel(id));
    answers.push(jobs.cancel(id));
    expect(answers).toEqual(["requested", "requested"]);
  });
});

it("hands out copies", async () => {
  const jobs = new JobRuntime();
  const producer = new ManualProducer();
  const id = jobs.start(specFor(producer, { owner: "a", present: (_: string, job: JobSnapshot) => vandal(job) }));
  const before = jobs.get(id, "a");
  for (const copy of [jobs.get(id, "a"), jobs.read(id, "a").job, jobs.list("a")[0]!, await jobs.wait(id, 0, "a")])
    vandal(copy);
  expect(jobs.get(id, "a")).toEqual(before);
});
