import type { Gap } from "../../contract/scenario.ts";
import { widthOf, type LaneSetup } from "../../contract/lane-setup.ts";
import type { LaneStep } from "./steps.ts";

export interface ModelBatch {
  readonly name: string;
  readonly agent: string;
  /** It ends when it is called, without a step. */
  readonly endsAtOnce: boolean;
  /** It ends when it is cancelled. */
  readonly heeds: boolean;
  state: "queued" | "busy" | "parked" | "resuming" | "over";
  /** Everything that was due has happened since its end. */
  settled: boolean;
  cancelled: boolean;
}

export interface ModelWait {
  readonly name: string;
  /** Absent: outside any batch. */
  readonly batch: string | undefined;
  readonly inside: string | undefined;
  /** The batch whose end it waits for. */
  readonly child: string | undefined;
  open: boolean;
}

/**
 * A correct lane, as far as it takes to say what can happen next: who runs, who waits, which waits are open. Permits are
 * granted at quiescent points, first come first served.
 */
export class LaneState {
  batches: ModelBatch[] = [];
  waits: ModelWait[] = [];
  /** Names of those that wait for a permit, first come first. */
  queue: readonly string[] = [];
  width: number;
  closed = false;
  /** The last step ended a body or a wait, and its reactions have not all run. */
  endedJustNow = false;

  constructor(setup: LaneSetup) {
    this.width = widthOf(setup);
  }

  clone(): LaneState {
    const copy = new LaneState({ width: this.width });
    copy.batches = this.batches.map((batch) => ({ ...batch }));
    copy.waits = this.waits.map((wait) => ({ ...wait }));
    copy.queue = this.queue;
    copy.closed = this.closed;
    copy.endedJustNow = this.endedJustNow;
    return copy;
  }

  /** States with equal keys go on alike. */
  key(): string {
    return JSON.stringify([this.batches, this.waits, this.queue, this.width, this.closed]);
  }

  inState(...states: ModelBatch["state"][]): readonly ModelBatch[] {
    return this.batches.filter(({ state }) => states.includes(state));
  }

  named(name: string | undefined): ModelBatch | undefined {
    return this.batches.find((batch) => batch.name === name);
  }

  /** How many bodies run. */
  get running(): number {
    let count = 0;
    for (const { state } of this.batches) if (state === "busy") count += 1;
    return count;
  }

  /** Every permit is taken. */
  get isFull(): boolean {
    return this.running >= this.width;
  }

  get busy(): readonly ModelBatch[] {
    return this.inState("busy");
  }

  /** Waits that a step can end: nothing inside them is still open, and they wait for no batch. */
  get endable(): readonly ModelWait[] {
    return this.waits.filter(
      ({ name, open, child }) =>
        open && child === undefined && !this.waits.some((other) => other.open && other.inside === name),
    );
  }

  /** Nothing may be awaited beside a batch that the same body has submitted. */
  waitsForChild(batch: string): boolean {
    return this.openWaitsOf(batch).some(({ child }) => child !== undefined);
  }

  openWaitsOf(batch: string): readonly ModelWait[] {
    return this.waits.filter((wait) => wait.open && wait.batch === batch);
  }

  take(step: LaneStep, gap: Gap | undefined): void {
    this.#apply(step);
    this.endedJustNow = gap !== undefined && isEnd(step.op);
    if (gap === undefined) this.#rest();
  }

  #apply(step: LaneStep): void {
    switch (step.op) {
      case "submit":
        return this.#submit(step.batch, step.agent, step.ends !== undefined, step.signal === "heeded");
      case "spawn":
        this.#submit(step.batch, undefined, false, false);
        return this.#park(step.parent, step.wait, undefined, step.batch);
      case "finish":
      case "fail":
        return this.#end(this.named(step.batch));
      case "park":
        this.#park(step.batch, step.wait, step.inside, undefined);
        if (step.throws !== undefined) this.#endWait(step.wait);
        return;
      case "end":
      case "fail-wait":
        return this.#endWait(step.wait);
      case "cancel":
        return this.#cancel(this.named(step.batch));
      case "relieve":
        this.width += step.extra;
        return;
      case "narrow":
        this.width -= Math.max(0, Math.min(step.upTo, this.width - this.busy.length, this.width - 1));
        return;
      case "close":
        this.closed = true;
        return;
      case "throw-in":
    }
  }

  #submit(name: string, agent: string | undefined, endsAtOnce: boolean, heeds: boolean): void {
    const state = this.closed ? "over" : "queued";
    this.batches.push({
      name,
      agent: agent ?? `agent-${name}`,
      endsAtOnce,
      heeds,
      state,
      settled: false,
      cancelled: false,
    });
    if (!this.closed) this.queue = [...this.queue, name];
  }

  #park(name: string | undefined, wait: string, inside: string | undefined, child: string | undefined): void {
    this.waits.push({ name: wait, batch: name, inside, child, open: true });
    const batch = this.named(name);
    if (batch === undefined || batch.state === "over" || inside !== undefined) return;
    batch.state = "parked";
    this.#leaveQueue(batch.name);
  }

  #endWait(name: string): void {
    const wait = this.waits.find((candidate) => candidate.name === name);
    if (wait === undefined) return;
    wait.open = false;
    const batch = this.named(wait.batch);
    if (batch?.state !== "parked" || this.openWaitsOf(batch.name).length > 0) return;
    batch.state = "resuming";
    this.queue = [...this.queue, batch.name];
  }

  #cancel(batch: ModelBatch | undefined): void {
    if (batch === undefined || batch.state === "over") return;
    const wasQueued = batch.state === "queued";
    batch.cancelled = true;
    if (wasQueued || (batch.heeds && this.openWaitsOf(batch.name).length === 0)) this.#end(batch);
    else if (batch.heeds) for (const wait of this.openWaitsOf(batch.name)) this.#endWait(wait.name);
  }

  #end(batch: ModelBatch | undefined): void {
    if (batch === undefined) return;
    batch.state = "over";
    this.#leaveQueue(batch.name);
    for (const wait of this.waits) if (wait.child === batch.name) this.#endWait(wait.name);
  }

  #leaveQueue(name: string): void {
    this.queue = this.queue.filter((waiting) => waiting !== name);
  }

  /** Everything that is due happens. */
  #rest(): void {
    while (this.queue.length > 0 && this.busy.length < this.width) {
      const batch = this.named(this.queue[0]);
      this.queue = this.queue.slice(1);
      if (batch === undefined) continue;
      batch.state = "busy";
      if (batch.endsAtOnce || (batch.heeds && batch.cancelled)) this.#end(batch);
    }
    for (const batch of this.batches) if (batch.state === "over") batch.settled = true;
  }
}

/** Something that was pending ends. */
export function isEnd(op: string): boolean {
  return isBodyEnd(op) || op === "end" || op === "fail-wait";
}

/** A body ends. */
export function isBodyEnd(op: string | undefined): boolean {
  return op === "finish" || op === "fail";
}
