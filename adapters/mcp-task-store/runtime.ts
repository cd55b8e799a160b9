import type {
  JobOutcome,
  JobProducer,
  JobRuntime,
  JobSnapshot,
  JobSpec,
  JobStatus,
  OwnerToken,
} from "executor-conformance";
import type { Task, TaskStore } from "mcp-sdk-1-32-2/experimental/tasks";

/** What a server keeps of a task besides what the store tells: what it is, and who does the work. */
interface Work {
  readonly spec: JobSpec;
  readonly producer: JobProducer;
  isAskedToStop: boolean;
}

const STATUS: Readonly<Record<Task["status"], JobStatus>> = {
  working: "running",
  input_required: "running",
  completed: "completed",
  failed: "failed",
  cancelled: "killed",
};

/**
 * Jobs as the tasks of a store, handled as a server of the SDK handles `tasks/get`, `tasks/result`, `tasks/list` and
 * `tasks/cancel`. The session id is the owner token; whether a session may see a task is left to the store alone.
 */
export class TaskRuntime implements JobRuntime {
  readonly #store: TaskStore;
  readonly #work = new Map<string, Work>();

  constructor(store: TaskStore) {
    this.#store = store;
  }

  /** The producer comes first: a store has no way to take a task back. */
  async start(spec: JobSpec): Promise<string> {
    const producer = spec.start();
    const request = { method: "tools/call", params: { name: spec.kind } };
    const { taskId } = await this.#store.createTask({ ttl: null }, this.#work.size, request, spec.owner);
    this.#work.set(taskId, { spec, producer, isAskedToStop: false });
    void producer.done.then(
      (outcome) => this.#end(taskId, outcome, spec.owner),
      () => this.#end(taskId, { status: "failed" }, spec.owner),
    );
    return taskId;
  }

  async read(id: string, caller?: OwnerToken): Promise<{ output: string; job: JobSnapshot }> {
    const task = await this.#find(id, caller);
    const hasResult = task.status === "completed" || task.status === "failed";
    const result = hasResult ? await this.#store.getTaskResult(id, caller) : {};
    return { output: (result as { output?: string }).output ?? "", job: this.#snapshotOf(task) };
  }

  async cancel(id: string, caller?: OwnerToken, reason?: string): Promise<"requested" | "already-finished"> {
    const { status } = await this.#find(id, caller);
    if (STATUS[status] !== "running") return "already-finished";
    this.#askToStop(id, reason);
    try {
      await this.#store.updateTaskStatus(id, "cancelled", reason, caller);
      return "requested";
    } catch {
      // The store refuses to move a task that has finished meanwhile.
      return "already-finished";
    }
  }

  /** All pages: the store gives ten tasks at a time. */
  async list(caller?: OwnerToken): Promise<JobSnapshot[]> {
    const jobs: JobSnapshot[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.#store.listTasks(cursor, caller);
      jobs.push(...page.tasks.map((task) => this.#snapshotOf(task)));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return jobs;
  }

  async get(id: string, caller?: OwnerToken): Promise<JobSnapshot> {
    return this.#snapshotOf(await this.#find(id, caller));
  }

  async #find(id: string, caller: OwnerToken | undefined): Promise<Task> {
    const task = await this.#store.getTask(id, caller);
    if (task === null) throw new Error(`Task not found: ${id}`);
    return task;
  }

  /** Once; where the producer throws, the task stays as it is and may be cancelled again. */
  #askToStop(id: string, reason: string | undefined): void {
    const work = this.#work.get(id);
    if (work === undefined || work.isAskedToStop) return;
    work.producer.cancel(reason);
    work.isAskedToStop = true;
  }

  async #end(id: string, { status, detail, output }: JobOutcome, owner: OwnerToken | undefined): Promise<void> {
    try {
      if (status === "killed") return await this.#store.updateTaskStatus(id, "cancelled", detail, owner);
      if (detail !== undefined) await this.#store.updateTaskStatus(id, "working", detail, owner);
      await this.#store.storeTaskResult(id, status, { output: output ?? "" }, owner);
    } catch {
      // The store refuses to move a task that was cancelled before.
    }
  }

  #snapshotOf({ taskId, status, statusMessage }: Task): JobSnapshot {
    const { kind = "", label = "", owner } = this.#work.get(taskId)?.spec ?? {};
    return {
      id: taskId,
      kind,
      label,
      ...(owner === undefined ? {} : { owner }),
      status: STATUS[status],
      ...(statusMessage === undefined ? {} : { detail: statusMessage }),
    };
  }
}
