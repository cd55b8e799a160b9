import type { JobRecord } from "../../contract/job-trace.ts";
import { situationsOver, type SituationTable } from "../situations.ts";
import { JobState, type ModelJob } from "./model.ts";
import type { JobSetup, JobStep } from "./steps.ts";

/** More than two: enough for a table that mixes up neighbours. */
const MANY = 3;

const when = situationsOver<JobState, JobStep, JobSetup, JobRecord>();

const starts = [
  when("start", {
    id: "start-beside-another",
    text: "a job started while another runs",
    occurs: (state) => state.running.length > 0,
  }),
  when("start", {
    id: "many-jobs",
    text: "many jobs that run at once",
    occurs: (state) => state.running.length >= MANY - 1,
  }),
  when("start", {
    id: "several-owners",
    text: "jobs of two owners at once",
    occurs: (state, { owner }) => state.running.some((job) => job.owner !== owner),
  }),
  when("start", {
    id: "producer-throws",
    text: "a producer that throws in start",
    occurs: (_, { throws }) => throws !== undefined,
  }),
  when("start", {
    id: "instant-end",
    text: "a job that has ended when its producer is handed over",
    occurs: (_, { instant }) => instant !== undefined,
  }),
  when("start", {
    id: "final-output",
    text: "a producer that gives its output with its outcome",
    occurs: (_, { final }) => final === true,
  }),
  when("start", {
    id: "invalid-spec",
    text: "a spec with an empty kind or label",
    capabilities: ["validation"],
    occurs: (_, { empty }) => empty !== undefined,
  }),
  when("start", {
    id: "unowned-job",
    text: "a job without an owner",
    capabilities: ["unowned"],
    occurs: (_, { owner }) => owner === undefined,
  }),
  when("start", {
    id: "empty-owner",
    text: "a job whose owner is the empty string",
    capabilities: ["ownerFence"],
    occurs: (_, { owner }) => owner === "",
  }),
];

const reads = [
  when("read", {
    id: "read-running",
    text: "a read by the owner while the job runs",
    basic: true,
    occurs: (state, { job, by }) => by === undefined && state.named(job)?.state === "running",
  }),
  when("read", {
    id: "read-ended",
    text: "a read by the owner after the end",
    basic: true,
    occurs: (state, { job, by }) => by === undefined && state.named(job)?.state === "settled",
  }),
  when("output", { id: "output", text: "output while the job runs" }),
  when("output", {
    id: "output-after-cancel",
    text: "output after a cancel",
    occurs: (state, { job }) => state.named(job)?.isCancelled === true,
  }),
  when(["exit", "fail", "kill", "reject"], {
    id: "output-then-end",
    text: "output, and the end of the job in the same turn",
    occurs: (_, { job }, previous) => isOf(previous, "output", job) && previous?.gap === "turn",
  }),
  when("read", {
    id: "end-then-read",
    text: "the end of a job, and a read before its reactions have run",
    occurs: (_, { job, by }, previous) => by === undefined && endsJob(previous, job) && previous?.gap !== undefined,
  }),
  when(["read", "get", "cancel", "wait"], {
    id: "unknown-id",
    text: "a call with an id that was never issued",
    occurs: (_, { id }) => id !== undefined,
  }),
  when(["read", "get", "cancel", "wait"], {
    id: "lookalike-id",
    text: "a call with an id that looks like one that was issued",
    occurs: (_, { like }) => like !== undefined,
  }),
];

const strangers = [
  when("read", {
    id: "read-from-another-session",
    text: "a read of another owner's job",
    capabilities: ["ownerFence"],
    occurs: (state, { job, by }) => typeof by === "string" && isOwnedByAnother(state, job, by),
  }),
  when("cancel", {
    id: "cancel-from-another-session",
    text: "a cancel of another owner's job while it runs",
    capabilities: ["ownerFence"],
    occurs: (state, { job, by }) =>
      typeof by === "string" && isOwnedByAnother(state, job, by) && state.named(job)?.state === "running",
  }),
  when("get", {
    id: "get-from-another-session",
    text: "a look at another owner's job",
    capabilities: ["ownerFence", "get"],
    occurs: (state, { job, by }) => typeof by === "string" && isOwnedByAnother(state, job, by),
  }),
  when("wait", {
    id: "wait-from-another-session",
    text: "a wait for another owner's job",
    capabilities: ["ownerFence", "wait"],
    occurs: (state, { job, by }) => typeof by === "string" && isOwnedByAnother(state, job, by),
  }),
  when(["read", "cancel", "get", "wait"], {
    id: "call-without-token",
    text: "a call about an owned job without a token",
    capabilities: ["noTokenFence"],
    occurs: (state, { job, by }) => by === null && state.named(job)?.owner !== undefined,
  }),
  when(["read", "cancel", "get", "wait"], {
    id: "call-about-unowned",
    text: "a call about a job without an owner, with some token",
    capabilities: ["unowned", "ownerFence"],
    occurs: (state, { job, by }) => typeof by === "string" && isUnowned(state.named(job)),
  }),
  when("list", {
    id: "list-beside-strangers",
    text: "a list while there are jobs of others",
    capabilities: ["list", "ownerFence"],
    occurs: (state, { by }) => state.started.some(({ owner }) => owner !== undefined && owner !== by),
  }),
];

const cancels = [
  when("cancel", {
    id: "cancel-running",
    text: "a cancel by the owner while the job runs",
    basic: true,
    occurs: (state, { job, by }) => by === undefined && state.named(job)?.state === "running",
  }),
  when("cancel", {
    id: "cancel-ended",
    text: "a cancel after the end",
    basic: true,
    occurs: (state, { job, by }) => by === undefined && state.named(job)?.state === "settled",
  }),
  when("cancel", {
    id: "cancel-again",
    text: "a second cancel while the job lives",
    occurs: (state, { job, by }) => {
      const target = state.named(job);
      return by === undefined && target?.state === "running" && target.isCancelled;
    },
  }),
  when("cancel", {
    id: "cancel-throws",
    text: "a cancel whose producer throws",
    occurs: (state, { job, by }) => {
      const target = state.named(job);
      return by === undefined && target?.state === "running" && target.cancelThrows;
    },
  }),
  when(["exit", "fail", "kill", "reject"], {
    id: "cancel-then-end",
    text: "a cancel, and the end of the job in the same turn",
    occurs: (_, { job }, previous) => isOf(previous, "cancel", job) && previous?.gap === "turn",
  }),
  when("cancel", {
    id: "end-then-cancel",
    text: "the end of a job, and a cancel in the same turn",
    occurs: (_, { job, by }, previous) => by === undefined && endsJob(previous, job) && previous?.gap === "turn",
  }),
  when("cancel", {
    id: "end-hops-cancel",
    text: "the end of a job, and a cancel some hops later",
    occurs: (_, { job, by }, previous) =>
      by === undefined && endsJob(previous, job) && typeof previous?.gap === "number",
  }),
];

const ends = [
  when("exit", { id: "job-completes", text: "a job that completes" }),
  when("fail", { id: "job-fails", text: "a job that fails" }),
  when("reject", { id: "producer-rejects", text: "a producer that rejects" }),
  when("hang", { id: "producer-hangs", text: "a producer that never settles" }),
  when("kill", {
    id: "killed-after-cancel",
    text: "a producer that ends as killed after its cancel",
    occurs: (state, { job }) => state.named(job)?.isCancelled === true,
  }),
  when("wait", {
    id: "wait-running",
    text: "a wait for a job that runs",
    capabilities: ["wait"],
    occurs: (state, { job, by, ms }) => by === undefined && ms > 0 && state.named(job)?.state === "running",
  }),
  when("wait", {
    id: "wait-without-time",
    text: "a wait with a timeout of 0",
    capabilities: ["wait"],
    occurs: (state, { job, by, ms }) => by === undefined && ms === 0 && state.named(job)?.state === "running",
  }),
  when("wait", {
    id: "wait-ended",
    text: "a wait for a job that has ended",
    capabilities: ["wait"],
    occurs: (state, { job, by }) => by === undefined && state.named(job)?.state === "settled",
  }),
  when(["exit", "fail", "kill", "reject"], {
    id: "wait-then-end",
    text: "a wait, and the end of its job before the timeout",
    capabilities: ["wait"],
    occurs: (_, { job }, previous) => isOf(previous, "wait", job) && previous?.gap !== undefined,
  }),
];

const disposals = [
  when("dispose", {
    id: "dispose-running",
    text: "a disposal with jobs that run",
    capabilities: ["dispose"],
    occurs: (state) => state.running.length > 0,
  }),
  when("dispose", {
    id: "dispose-idle",
    text: "a disposal with no job that runs",
    capabilities: ["dispose"],
    occurs: (state) => state.running.length === 0,
  }),
  when("start", {
    id: "start-after-dispose",
    text: "a start after the disposal",
    capabilities: ["dispose"],
    occurs: (state) => state.isDisposed,
  }),
  when("dispose-owner", {
    id: "dispose-owner-running",
    text: "the disposal of an owner with jobs that run",
    capabilities: ["disposeOwner"],
    occurs: (state, { owner }) => state.running.some((job) => job.owner === owner),
  }),
  when("dispose-owner", {
    id: "dispose-owner-beside-others",
    text: "the disposal of an owner while jobs of others run",
    capabilities: ["disposeOwner"],
    occurs: (state, { owner }) => state.running.some((job) => job.owner !== owner),
  }),
];

const callbacks = [
  when("fault-in", {
    id: "listener-throws",
    text: "a listener that throws",
    capabilities: ["notices"],
    occurs: (_, { callback, fault }) => callback === "completed" && fault === "throws",
    shows: (record) => record.type === "notice" && record.fault === "throws",
  }),
  when("fault-in", {
    id: "listener-rejects",
    text: "a listener that rejects",
    capabilities: ["notices"],
    occurs: (_, { callback, fault }) => callback === "completed" && fault === "rejects",
    shows: (record) => record.type === "notice" && record.fault === "rejects",
  }),
  when("fault-in", {
    id: "hook-fails",
    text: "a presentation hook that fails",
    capabilities: ["presentation"],
    occurs: (_, { callback }) => callback === "present",
    shows: (record) => record.type === "present" && record.fault !== undefined,
  }),
  when("inside", {
    id: "call-inside-notice",
    text: "a call from inside a notice",
    capabilities: ["notices"],
    occurs: (_, { callback }) => callback === "completed",
    shows: (record) => record.type === "call" && record.site === "completed",
  }),
  when("inside", {
    id: "call-inside-start",
    text: "a call from inside the start of a producer",
    occurs: (_, { callback }) => callback === "start",
    shows: (record) => record.type === "call" && record.site === "start",
  }),
  when("inside", {
    id: "call-inside-cancel",
    text: "a call from inside the cancel of a producer",
    occurs: (_, { callback }) => callback === "cancel",
    shows: (record) => record.type === "call" && record.site === "cancel",
  }),
  when("inside", {
    id: "call-inside-hook",
    text: "a call from inside a presentation hook",
    capabilities: ["presentation"],
    occurs: (_, { callback }) => callback === "present",
    shows: (record) => record.type === "call" && record.site === "present",
  }),
];

function isOf(step: { readonly op: string } | undefined, op: string, job: string): boolean {
  return step?.op === op && "job" in step && step.job === job;
}

const ENDS: readonly string[] = ["exit", "fail", "kill", "reject"];

function endsJob(step: { readonly op: string } | undefined, job: string | undefined): boolean {
  return step !== undefined && ENDS.includes(step.op) && "job" in step && step.job === job;
}

function isOwnedByAnother(state: JobState, job: string | undefined, caller: string): boolean {
  const owner = state.named(job)?.owner;
  return owner !== undefined && owner !== caller;
}

function isUnowned(job: ModelJob | undefined): boolean {
  return job !== undefined && job.state !== "refused" && job.owner === undefined;
}

/** The situations of the `job` profile. */
export const jobSituations: SituationTable<JobStep, JobSetup, JobState, JobRecord> = {
  situations: [...starts, ...reads, ...strangers, ...cancels, ...ends, ...disposals, ...callbacks],
  start: () => new JobState(),
};
