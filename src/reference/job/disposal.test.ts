import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { JobSpec } from "../../contract/job.ts";
import { JobsDisposedError, JobsLeftBehindError, UnknownJobError } from "./errors.ts";
import { ManualProducer, turn } from "./manual-producer.ts";
import { JobRuntime } from "./runtime.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));

afterEach(() => {
  if (vi.getTimerCount() > 0) throw new Error("a timer was left behind");
  vi.useRealTimers();
});

function specFor(producer: ManualProducer, owner?: string, fields: Partial<JobSpec> = {}): JobSpec {
  return { kind: "test", label: "a test", ...(owner === undefined ? {} : { owner }), start: () => producer, ...fields };
}

/** Whether a promise has settled, once everything due has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const note = (): void => void (settled = true);
  void promise.then(note, note);
  await turn();
  return settled;
}

describe("disposing an owner", () => {
  it("cancels and awaits its jobs, forgets them, and touches nobody else's", async () => {
    const announced: string[] = [];
    const jobs = new JobRuntime({ onCompleted: (job) => announced.push(job.id) });
    const own = new ManualProducer();
    const ended = new ManualProducer();
    const other = new ManualProducer();
    const nobodys = new ManualProducer();
    const ids = [jobs.start(specFor(own, "a")), jobs.start(specFor(ended, "a"))];
    const kept = [jobs.start(specFor(other, "b")), jobs.start(specFor(nobodys))];
    await ended.end();
    const disposal = jobs.disposeOwner("a");
    expect(jobs.disposeOwner("a")).toBe(disposal);
    expect(() => jobs.start(specFor(new ManualProducer(), "a"))).toThrow(JobsDisposedError);
    expect(await isSettled(disposal)).toBe(false);
    expect(own.cancels).toHaveLength(1);
    expect(ended.cancels).toEqual([]);
    await own.end({ status: "killed" });
    await disposal;
    for (const id of ids) expect(() => jobs.get(id, "a")).toThrow(UnknownJobError);
    expect(jobs.list("b").map((job) => `${job.id} ${job.status}`)).toEqual(kept.map((id) => `${id} running`));
    expect([...other.cancels, ...nobodys.cancels]).toEqual([]);
    expect(announced).toEqual([ids[1]]); // that one ended before
    jobs.start(specFor(new ManualProducer(), "a")); // the token comes back, as a session that resumes does
    expect(jobs.list("a")).toHaveLength(2);
  });

  it("that nobody knows is done at once", async () => {
    await expect(new JobRuntime().disposeOwner("nobody")).resolves.toBeUndefined();
  });
});

describe("disposing everything", () => {
  it("waits for every producer, announces nothing and refuses what comes later", async () => {
    const announced: string[] = [];
    const jobs = new JobRuntime({ onCompleted: (job) => announced.push(job.id) });
    const producers = [new ManualProducer(), new ManualProducer()];
    jobs.start(specFor(producers[0]!, "a"));
    const cancelled = jobs.start(specFor(producers[1]!));
    jobs.cancel(cancelled, undefined, "early");
    const disposal = jobs.dispose();
    expect(jobs.dispose()).toBe(disposal);
    expect(() => jobs.start(specFor(new ManualProducer(), "c"))).toThrow(JobsDisposedError);
    await producers[0]!.end();
    expect(await isSettled(disposal)).toBe(false);
    await producers[1]!.end({ status: "killed" });
    await disposal;
    expect(producers[1]!.cancels).toEqual(["early"]);
    expect(announced).toEqual([]);
    expect(jobs.list("a")).toEqual([]);
    expect(() => jobs.read(cancelled)).toThrow(UnknownJobError);
    expect(() => jobs.start(specFor(new ManualProducer(), "c"))).toThrow(JobsDisposedError);
    await expect(jobs.disposeOwner("a")).resolves.toBeUndefined();
  });

  it("takes in a job whose start was on the stack, and refuses one whose pending hook disposed", async () => {
    const jobs = new JobRuntime();
    const producer = new ManualProducer();
    let disposal: Promise<void> | undefined;
    jobs.start(specFor(producer, "a", { start: () => ((disposal = jobs.dispose()), producer) }));
    expect(await isSettled(disposal!)).toBe(false);
    expect(producer.cancels).toHaveLength(1);
    await producer.end();
    await disposal;

    const others = new JobRuntime();
    let started = 0;
    const spec = specFor(producer, "a", {
      start: () => (started++, producer),
      present: () => others.disposeOwner("a"),
    });
    expect(() => others.start(spec)).toThrow(JobsDisposedError);
    expect(started).toBe(0);
  });

  it("waits for a job whose cancel threw, and reports the error", async () => {
    const faults: unknown[] = [];
    const jobs = new JobRuntime({ onFault: (error, { source }) => faults.push(source, error) });
    const producer = new ManualProducer();
    producer.cancel = () => {
      throw new Error("not permitted");
    };
    jobs.start(specFor(producer));
    const disposal = jobs.dispose();
    expect(await isSettled(disposal)).toBe(false);
    expect(faults).toEqual(["cancel", new Error("not permitted")]);
    await producer.end();
    await disposal;
  });

  it("ends within its bound, names what it left behind and ignores what settles later", async () => {
    const jobs = new JobRuntime({ disposalBoundMs: 50, onCompleted: () => announced++ });
    let announced = 0;
    const [stuck, prompt] = [new ManualProducer(), new ManualProducer()];
    const states: string[] = [];
    const id = jobs.start(
      specFor(stuck, "a", { label: "stuck", present: (state, job) => states.push(`${state} ${job.status}`) }),
    );
    jobs.start(specFor(prompt, "a"));
    const waited = jobs.wait(id, 60_000, "a");
    const disposal = jobs.dispose();
    const outcome = disposal.catch((error: unknown) => error);
    await prompt.end();
    await vi.advanceTimersByTimeAsync(49);
    expect(await isSettled(disposal)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const error = await outcome;
    expect(error).toBeInstanceOf(JobsLeftBehindError);
    expect(error).toMatchObject({
      jobs: [{ id, label: "stuck", status: "failed" }],
      message: expect.stringContaining("stuck"),
    });
    expect(await waited).toMatchObject({ status: "failed" });
    await stuck.end();
    expect(states).toEqual(["pending running", "running running", "completed failed"]);
    expect(announced).toBe(0);
  });
});

describe("time", () => {
  it("ends a wait at the timeout without ending the job, or at the end without leaving a timer", async () => {
    const jobs = new JobRuntime();
    const producer = new ManualProducer();
    const id = jobs.start(specFor(producer));
    const short = jobs.wait(id, 10);
    const long = jobs.wait(id, 100);
    const endless = jobs.wait(id, Infinity);
    await vi.advanceTimersByTimeAsync(9);
    expect(await isSettled(short)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await short).toMatchObject({ status: "running" });
    expect(producer.cancels).toEqual([]);
    await producer.end();
    expect(await long).toMatchObject({ status: "completed" });
    expect(await endless).toMatchObject({ status: "completed" });
    expect(await jobs.wait(id, 100)).toMatchObject({ status: "completed" });
    await expect(jobs.wait(id, Number.NaN)).rejects.toThrow(RangeError);
  });

  it("forgets a job once its retention is over, counted from its end, and releases its producer", async () => {
    const jobs = new JobRuntime({ retentionMs: 100 });
    const producer = Object.assign(new ManualProducer(), { release: vi.fn<() => void>() });
    const id = jobs.start(specFor(producer, "a"));
    await vi.advanceTimersByTimeAsync(500);
    await producer.end();
    await vi.advanceTimersByTimeAsync(99);
    expect(jobs.get(id, "a").status).toBe("completed");
    expect(producer.release).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(() => jobs.get(id, "a")).toThrow(UnknownJobError);
    expect(jobs.list("a")).toEqual([]);
    expect(producer.release).toHaveBeenCalledOnce();
  });

  it("leaves no retention timer after disposal, and releases every producer once although one throws", async () => {
    const faults: string[] = [];
    const jobs = new JobRuntime({ retentionMs: 100, onFault: (_, { source }) => faults.push(source) });
    const release = vi.fn<() => void>(() => {
      throw new Error("busy");
    });
    for (const owner of ["a", "b"]) {
      const producer = Object.assign(new ManualProducer(), { release });
      jobs.start(specFor(producer, owner));
      await producer.end();
    }
    await jobs.disposeOwner("a");
    await jobs.dispose();
    expect(release).toHaveBeenCalledTimes(2);
    expect(faults).toEqual(["release", "release"]);
  });
});
