import type { LaneCapabilities } from "../../contract/lane.ts";
import type { Gap } from "../../contract/scenario.ts";
import type { BoundedModel, Pending } from "../space.ts";
import { LaneState } from "./model.ts";
import type { LaneSetup } from "../../contract/lane-setup.ts";
import type { LaneStep } from "./steps.ts";

/**
 * Every schedule of exactly so many batches and controls: bodies that finish or fail; parks, waits that end or fail,
 * cancels in any state, one permit more or less, closing, a host that throws. Names come in order of first use, so that
 * schedules alike but for their names are not enumerated twice.
 */
export class BoundedLane implements BoundedModel<LaneStep> {
  #state: LaneState;
  #controlsLeft: number;
  readonly #batches: number;
  readonly #setup: LaneSetup;
  readonly #can: LaneCapabilities;

  constructor(batches: number, controls: number, setup: LaneSetup, capabilities: LaneCapabilities) {
    this.#state = new LaneState(setup);
    this.#batches = batches;
    this.#controlsLeft = controls;
    this.#setup = setup;
    this.#can = capabilities;
  }

  pending(): readonly Pending<LaneStep>[] {
    const state = this.#state;
    const pending: Pending<LaneStep>[] = [];
    const next = `b${state.batches.length + 1}`;
    if (state.batches.length < this.#batches) pending.push({ id: "submit", ways: [{ op: "submit", batch: next }] });
    const controls = this.#controlsLeft > 0 ? this.#controls(next) : [];
    if (controls.length > 0) pending.push({ id: "control", ways: controls });
    for (const { name } of state.busy) pending.push({ id: name, ways: ends(name) });
    for (const { name } of state.endable) pending.push({ id: name, ways: waitEnds(name) });
    return pending;
  }

  get isUsedUp(): boolean {
    return this.#state.batches.length === this.#batches && this.#controlsLeft === 0;
  }

  key(): string {
    return `${this.#controlsLeft} ${this.#state.key()}`;
  }

  take(step: LaneStep, gap: Gap | undefined): void {
    if (!FREE.has(step.op)) this.#controlsLeft -= 1;
    this.#state.take(step, gap);
  }

  clone(): this {
    const copy = new BoundedLane(this.#batches, this.#controlsLeft, this.#setup, this.#can);
    copy.#state = this.#state.clone();
    return copy as this;
  }

  #controls(nextBatch: string): LaneStep[] {
    const state = this.#state;
    const can = this.#can;
    const choices: LaneStep[] = [];
    if (can.offLane === true) {
      const wait = `w${state.waits.length + 1}`;
      for (const { name, state: phase } of state.inState("busy", "parked")) {
        if (!state.waitsForChild(name)) choices.push({ op: "park", batch: name, wait });
        if (phase === "busy" && state.batches.length < this.#batches && !state.closed)
          choices.push({ op: "spawn", batch: nextBatch, parent: name, wait });
      }
      for (const { name, settled } of state.inState("over"))
        if (settled) choices.push({ op: "park", batch: name, wait });
    }
    if (can.ambientOffLane === true) choices.push({ op: "park", wait: `w${state.waits.length + 1}` });
    for (const batch of state.batches) {
      const isAllowed = batch.state === "queued" || batch.state === "over" ? can.cancelQueued : can.cancelRunning;
      if (isAllowed === true) choices.push({ op: "cancel", batch: batch.name });
    }
    if (can.resize === true) choices.push({ op: "relieve", extra: 1 }, { op: "narrow", upTo: 1 });
    if (can.close === true) choices.push({ op: "close" });
    if (state.batches.length > 0) choices.push({ op: "throw-in", callback: "outcome" });
    return choices;
  }
}

function ends(batch: string): readonly LaneStep[] {
  return [
    { op: "finish", batch },
    { op: "fail", batch },
  ];
}

function waitEnds(wait: string): readonly LaneStep[] {
  return [
    { op: "end", wait },
    { op: "fail-wait", wait },
  ];
}

/** The steps that are no controls: they are the life of a batch and of its waits. */
const FREE: ReadonlySet<LaneStep["op"]> = new Set(["submit", "finish", "fail", "end", "fail-wait"]);
