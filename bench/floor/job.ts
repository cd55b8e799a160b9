import type {
  JobAdapter,
  JobHost,
  JobOutcome,
  JobProducer,
  JobSnapshot,
  JobSpec,
  JobStatus,
} from "executor-conformance";
import { FLOOR } from "./name.ts";

interface Job {
  readonly id: string;
  readonly spec: JobSpec;
  readonly producer: JobProducer;
  status: JobStatus;
}

/**
 * The least that a job runtime can cost: a map from ids to jobs, the jobs of each owner, and `.then(ok, fail)` on each producer.
 * It keeps few of the rules: ids can be guessed, no fault is contained, nothing is disposed.
 */
export const jobFloor: JobAdapter = {
  profile: "job",
  name: FLOOR,
  capabilities: { list: true, output: true, notices: true, ownerFence: true },
  create(host) {
    const jobs = new Map<string, Job>();
    const byOwner = new Map<string | undefined, Job[]>();
    const find = (id: string, caller: string | undefined): Job => {
      const job = jobs.get(id);
      if (job === undefined || job.spec.owner !== caller) throw new Error(`unknown job: ${id}`);
      return job;
    };
    return {
      start(spec) {
        const job: Job = { id: `job-${jobs.size}`, spec, producer: spec.start(), status: "running" };
        jobs.set(job.id, job);
        const own = byOwner.get(spec.owner);
        if (own === undefined) byOwner.set(spec.owner, [job]);
        else own.push(job);
        job.producer.done.then(
          (outcome) => end(job, outcome, host),
          () => end(job, { status: "failed" }, host),
        );
        return job.id;
      },
      read(id, caller) {
        const job = find(id, caller);
        return { output: job.producer.readOutput?.() ?? "", job: snapshotOf(job) };
      },
      cancel(id, caller, reason) {
        const job = find(id, caller);
        if (job.status !== "running") return "already-finished";
        job.producer.cancel(reason);
        return "requested";
      },
      list: (caller) => (byOwner.get(caller) ?? []).map(snapshotOf),
    };
  },
};

function end(job: Job, { status }: JobOutcome, host: JobHost): void {
  job.status = status;
  host.completed(snapshotOf(job), job.spec.owner);
}

function snapshotOf({ id, spec: { kind, label, owner = "" }, status }: Job): JobSnapshot {
  return { id, kind, label, owner, status };
}
