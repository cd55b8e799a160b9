import type { LaneCapabilities } from "../../contract/lane.ts";
import type { Gap } from "../../contract/scenario.ts";
import { oneIn, pick, someThrown, thrown } from "../chance.ts";
import type { Menu } from "../menu.ts";
import type { RandomSource, WeightedModel } from "../space.ts";
import { isEnd, LaneState } from "./model.ts";
import type { LaneSetup } from "../../contract/lane-setup.ts";
import type { EndsAtOnce, LaneStep, ParkStep, SignalUse } from "./steps.ts";

const BATCHES_MAX = 7;
const WAITS_MAX = 6;
const WIDTH_MAX = 6;

/** Ids that break tables made of plain objects, and comparisons that take an empty id for none. */
const HOSTILE_IDS = ["__proto__", "", "constructor", "toString", "0"] as const;

const ENDS: readonly EndsAtOnce[] = ["finish", "fail", "throw"];
const USES: readonly SignalUse[] = ["watched", "heeded"];

/**
 * What a random scenario does next. The weights favour what breaks lanes: more batches than permits, a completion and a
 * cancel in one turn, parks while others wait, waits that overlap.
 */
export class WeightedLane implements WeightedModel<LaneStep> {
  #state: LaneState;
  readonly #setup: LaneSetup;
  readonly #can: LaneCapabilities;

  constructor(setup: LaneSetup, capabilities: LaneCapabilities) {
    this.#state = new LaneState(setup);
    this.#setup = setup;
    this.#can = capabilities;
  }

  offer(menu: Menu<LaneStep>, random: RandomSource): void {
    this.#addSubmit(random, menu);
    this.#addBodies(random, menu);
    if (this.#can.offLane === true) this.#addParks(random, menu);
    this.#addWaits(random, menu);
    this.#addCancels(menu);
    this.#addControls(random, menu);
  }

  tightGapPercent(step: LaneStep): number {
    return isEnd(step.op) || step.op === "cancel" ? 55 : 35;
  }

  take(step: LaneStep, gap: Gap | undefined): void {
    this.#state.take(step, gap);
  }

  clone(): this {
    const copy = new WeightedLane(this.#setup, this.#can);
    copy.#state = this.#state.clone();
    return copy as this;
  }

  #addSubmit(random: RandomSource, menu: Menu<LaneStep>): void {
    const { batches, closed, isFull } = this.#state;
    if (batches.length >= BATCHES_MAX) return;
    menu.call(closed ? 8 : isFull ? 45 : 60, () => this.#submit(random));
  }

  #submit(random: RandomSource): LaneStep {
    const agent = oneIn(random, 5) ? this.#idleAgent(random) : undefined;
    const ends = oneIn(random, 8) ? pick(random, ENDS) : undefined;
    const signal = oneIn(random, 3) ? pick(random, USES) : undefined;
    return {
      op: "submit",
      batch: this.#newBatch(random),
      ...(agent === undefined ? {} : { agent }),
      ...(ends === undefined ? {} : { ends }),
      ...(ends === undefined || ends === "finish" ? {} : someThrown(random)),
      ...(signal === undefined ? {} : { signal }),
    };
  }

  #newBatch(random: RandomSource): string {
    const { batches } = this.#state;
    const hostile = oneIn(random, 30) ? pick(random, HOSTILE_IDS) : undefined;
    return hostile === undefined || batches.some(({ name }) => name === hostile) ? `b${batches.length + 1}` : hostile;
  }

  /** An agent whose batches are all over, at rest. */
  #idleAgent(random: RandomSource): string | undefined {
    const { batches } = this.#state;
    return pick(
      random,
      batches.filter(({ agent }) => batches.every((other) => other.agent !== agent || other.settled)),
    )?.agent;
  }

  #addBodies(random: RandomSource, menu: Menu<LaneStep>): void {
    for (const { name, state } of this.#state.inState("busy", "parked")) {
      // A body may end while a wait of it goes on: the loser of a race, or what fails beside it.
      const weight = state === "busy" ? 20 : 1;
      const calls = (): { readonly calls?: number } => (oneIn(random, 6) ? { calls: random.nextInt(0, 3) } : {});
      menu.answer(name, weight, () => ({ op: "finish", batch: name, ...calls() }));
      menu.answer(name, Math.ceil(weight / 3), () => ({ op: "fail", batch: name, ...someThrown(random) }));
    }
  }

  #addParks(random: RandomSource, menu: Menu<LaneStep>): void {
    const state = this.#state;
    if (state.waits.length >= WAITS_MAX) return;
    const park = (weight: number, about: Pick<ParkStep, "batch" | "inside">): void =>
      menu.call(weight, () => this.#park(about, random));
    for (const { name } of state.busy) {
      park(14, { batch: name });
      this.#addSpawn(random, name, menu);
    }
    for (const { name } of state.inState("parked")) {
      if (state.waitsForChild(name)) continue;
      park(5, { batch: name });
      const inside = pick(
        random,
        state.openWaitsOf(name).filter(({ child }) => child === undefined),
      );
      if (inside !== undefined) park(4, { batch: name, inside: inside.name });
    }
    const ended = pick(
      random,
      state.inState("over").filter(({ settled, cancelled }) => settled && !cancelled),
    );
    if (ended !== undefined) park(3, { batch: ended.name });
    if (this.#can.ambientOffLane === true) park(3, {});
  }

  #park({ batch, inside }: Pick<ParkStep, "batch" | "inside">, random: RandomSource): LaneStep {
    const throws = oneIn(random, 10) ? { throws: thrown(random) } : {};
    return {
      op: "park",
      ...(batch === undefined ? {} : { batch }),
      wait: this.#newWait(),
      ...this.#someAmbient(random),
      ...(inside === undefined ? {} : { inside }),
      ...throws,
    };
  }

  #addSpawn(random: RandomSource, parent: string, menu: Menu<LaneStep>): void {
    const { batches, closed } = this.#state;
    if (closed || batches.length >= BATCHES_MAX) return;
    menu.call(9, () => ({
      op: "spawn",
      batch: this.#newBatch(random),
      parent,
      wait: this.#newWait(),
      ...this.#someAmbient(random),
    }));
  }

  #newWait(): string {
    return `w${this.#state.waits.length + 1}`;
  }

  #someAmbient(random: RandomSource): { readonly ambient?: true } {
    return this.#can.ambientOffLane === true && oneIn(random, 2) ? { ambient: true } : {};
  }

  #addWaits(random: RandomSource, menu: Menu<LaneStep>): void {
    for (const { name } of this.#state.endable) {
      menu.answer(name, 18, () => ({ op: "end", wait: name }));
      menu.answer(name, 7, () => ({ op: "fail-wait", wait: name, ...someThrown(random) }));
    }
  }

  #addCancels(menu: Menu<LaneStep>): void {
    const can = this.#can;
    for (const batch of this.#state.batches) {
      const again = batch.cancelled || batch.state === "over";
      if (batch.state === "queued" ? can.cancelQueued !== true : !again && can.cancelRunning !== true) continue;
      if (again && can.cancelQueued !== true) continue;
      const weight = again ? (batch.settled ? 1 : 4) : batch.state === "queued" ? 10 : 6;
      menu.call(weight * (this.#state.endedJustNow ? 3 : 1), () => ({ op: "cancel", batch: batch.name }));
    }
  }

  #addControls(random: RandomSource, menu: Menu<LaneStep>): void {
    const { width, closed, batches } = this.#state;
    menu.call(3, () => ({ op: "throw-in", callback: oneIn(random, 3) ? "wake" : "outcome" }));
    if (this.#can.resize === true) {
      if (width < WIDTH_MAX) menu.call(5, () => ({ op: "relieve", extra: random.nextInt(1, 2) }));
      menu.call(6, () => ({ op: "narrow", upTo: random.nextInt(1, 3) }));
    }
    if (this.#can.close === true && batches.length > 1) menu.call(closed ? 2 : 3, () => ({ op: "close" }));
  }
}
