import type { Returned } from "../../contract/domain-trace.ts";
import type { LaneExecutor } from "../../contract/lane.ts";
import { observeReturned } from "../returned.ts";
import { KitBatch, type BatchPlan } from "./batch.ts";
import type { LaneShared } from "./shared.ts";

/** The batches of one run, and the way they are handed to the lane. */
export class Batches {
  executor!: LaneExecutor;
  readonly #shared: LaneShared;
  readonly #batches = new Map<string, KitBatch>();

  constructor(shared: LaneShared) {
    this.#shared = shared;
  }

  get all(): Iterable<KitBatch> {
    return this.#batches.values();
  }

  named(name: string): KitBatch | undefined {
    return this.#batches.get(name);
  }

  /** A new name, and an agent that has nothing in flight. */
  mayCreate(name: string, agent: string): boolean {
    if (this.#batches.has(name)) return false;
    for (const batch of this.all) if (batch.agent === agent && !batch.isOver) return false;
    return true;
  }

  create(plan: BatchPlan): KitBatch {
    const batch = new KitBatch(plan, this.#shared);
    this.#batches.set(plan.name, batch);
    return batch;
  }

  get areAllOver(): boolean {
    for (const batch of this.all) if (!batch.isOver) return false;
    return true;
  }

  get someScenarioBatchIsQueued(): boolean {
    for (const { role, phase, cancelled } of this.all)
      if (role === "scenario" && phase === "queued" && !cancelled) return true;
    return false;
  }

  submit(batch: KitBatch, by?: KitBatch): void {
    const { name, agent, role } = batch;
    this.#shared.add({ type: "submit", batch: name, agent, role, by: by?.name });
    let returned: Returned = "nothing";
    let threw: string | undefined;
    let clear: boolean | undefined;
    try {
      returned = observeReturned(this.executor.submit(batch.job));
    } catch (error) {
      threw = this.#shared.tokens.of(error);
      clear = error instanceof Error && error.message !== "";
      if (batch.phase === "queued") batch.phase = "refused";
    }
    this.#shared.add({ type: "submitted", batch: name, returned, threw, clear });
    batch.changed();
  }
}
