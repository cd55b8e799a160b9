import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { campaign, type JobHost, type JobOutcome, type JobSnapshot } from "executor-conformance";
import { afterEach, expect, it, vi } from "vitest";
import adapter from "./job.ts";
import { BashJobs } from "./runtime.ts";

const PATIENT_MS = 60_000;
/** How the directories of this process are called. */
const DIRECTORY = `bash-jobs-${process.pid}-`;

afterEach(isNothingLeft);

it("the bash producer conforms with real processes, and leaves none", async () => {
  const { failures, result } = await campaign(adapter, { seed: 1, runs: 60 });
  expect(failures.map(({ rule, counterexample }) => [rule.id, counterexample.message])).toEqual([]);
  expect(result.verdict).toBe("conformant");
  const next = await adapter.create(nobody);
  await next.dispose?.();
});

it("every producer is a process, whose output is what a reader sees, and whose exit is the end of the job", async () => {
  const seen: JobSnapshot[] = [];
  const jobs = new BashJobs({ completed: (job) => void seen.push(job) });
  const producer = scripted();
  const id = jobs.start({ kind: "kit", label: "one", owner: "alice", start: () => producer });
  await jobs.idle();
  expect(commands()).toHaveLength(1);
  producer.output("<1>");
  await jobs.idle();
  expect(jobs.read(id, "alice").output).toBe("<1>");
  producer.output("<2>");
  producer.settle({ status: "failed" });
  await jobs.idle();
  await vi.waitUntil(() => seen.length > 0, { timeout: PATIENT_MS, interval: 1 });
  expect(seen).toMatchObject([{ id, status: "failed" }]);
  expect(commands()).toEqual([]);
  expect(jobs.read(id, "alice").output).toBe("<2>");
  await jobs.dispose();
});

it("a command that is asked to stop goes on until its script settles, and then counts as killed", async () => {
  const jobs = new BashJobs(nobody);
  const producer = scripted();
  const id = jobs.start({ kind: "kit", label: "one", start: () => producer });
  expect(jobs.cancel(id)).toBe("requested");
  producer.output("<1>");
  await jobs.idle();
  expect(jobs.read(id)).toMatchObject({ output: "<1>", job: { status: "stopping" } });
  producer.settle({ status: "completed" });
  expect(await jobs.wait(id, PATIENT_MS)).toMatchObject({ status: "killed" });
  await jobs.dispose();
});

it("a command whose script never settles is let go with the next run", async () => {
  const jobs = await adapter.create(nobody);
  await jobs.start({ kind: "kit", label: "one", start: scripted });
  await jobs.idle?.();
  expect(commands()).toHaveLength(1);
  const next = await adapter.create(nobody);
  await vi.waitUntil(() => commands().length === 0, { timeout: PATIENT_MS, interval: 5 });
  await next.dispose?.();
});

const nobody: JobHost = { completed: () => {} };

/** A producer that does what the test says. */
function scripted() {
  let unread = "";
  let settle: (outcome: JobOutcome) => void = () => {};
  const done = new Promise<JobOutcome>((resolve) => {
    settle = resolve;
  });
  return {
    done,
    cancel: () => {},
    readOutput() {
      const text = unread;
      unread = "";
      return text;
    },
    output: (text: string) => void (unread += text),
    settle,
  };
}

/** The commands of this process that are alive, whichever run has left them: each knows the pipe of its orders. */
function commands(): readonly string[] {
  const mark = `ORDERS=${join(tmpdir(), DIRECTORY)}`;
  return readdirSync("/proc").filter((name) => /^\d+$/u.test(name) && environmentOf(name).includes(mark));
}

/** Empty for a process that has ended or is somebody else's. */
function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return "";
  }
}

async function isNothingLeft(): Promise<void> {
  const left = (): number =>
    commands().length + readdirSync(tmpdir()).filter((name) => name.startsWith(DIRECTORY)).length;
  await vi.waitUntil(() => left() === 0, { timeout: PATIENT_MS, interval: 5 });
}
