import type { LaneCapabilities } from "../../contract/lane.ts";
import type { Gap } from "../../contract/scenario.ts";
import { oneIn, pick, someThrown, thrown } from "../chance.ts";
import type { Choice, RandomSource, WeightedModel } from "../space.ts";
import { isEnd, LaneState, type ModelBatch } from "./model.ts";
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

  choices(random: RandomSource): readonly Choice<LaneStep>[] {
    return [
      ...this.#submits(random),
      ...this.#bodies(random),
      ...(this.#can.offLane === true ? this.#parks(random) : []),
      ...this.#waits(random),
      ...this.#cancels(),
      ...this.#controls(random),
    ];
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

  #submits(random: RandomSource): Choice<LaneStep>[] {
    const { batches, closed, isFull } = this.#state;
    if (batches.length >= BATCHES_MAX) return [];
    const agent = oneIn(random, 5) ? this.#idleAgent(random) : undefined;
    const ends = oneIn(random, 8) ? pick(random, ENDS) : undefined;
    const signal = oneIn(random, 3) ? pick(random, USES) : undefined;
    return [
      {
        weight: closed ? 8 : isFull ? 45 : 60,
        step: {
          op: "submit",
          batch: this.#newBatch(random),
          ...(agent === undefined ? {} : { agent }),
          ...(ends === undefined ? {} : { ends }),
          ...(ends === undefined || ends === "finish" ? {} : someThrown(random)),
          ...(signal === undefined ? {} : { signal }),
        },
      },
    ];
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

  #bodies(random: RandomSource): Choice<LaneStep>[] {
    return this.#state.inState("busy", "parked").flatMap(({ name, state }): Choice<LaneStep>[] => {
      // A body may end while a wait of it goes on: the loser of a race, or what fails beside it.
      const weight = state === "busy" ? 20 : 1;
      const calls = oneIn(random, 6) ? { calls: random.nextInt(0, 3) } : {};
      return [
        { weight, step: { op: "finish", batch: name, ...calls } },
        { weight: Math.ceil(weight / 3), step: { op: "fail", batch: name, ...someThrown(random) } },
      ];
    });
  }

  #parks(random: RandomSource): Choice<LaneStep>[] {
    const state = this.#state;
    if (state.waits.length >= WAITS_MAX) return [];
    const wait = `w${state.waits.length + 1}`;
    const choices: Choice<LaneStep>[] = [];
    const park = (weight: number, about: Omit<ParkStep, "op" | "wait">): void => {
      const throws = oneIn(random, 10) ? { throws: thrown(random) } : {};
      const ambient = this.#can.ambientOffLane === true && oneIn(random, 2) ? { ambient: true as const } : {};
      choices.push({ weight, step: { op: "park", wait, ...about, ...ambient, ...throws } });
    };
    for (const batch of state.busy) {
      park(14, { batch: batch.name });
      choices.push(...this.#spawns(random, batch, wait));
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
    return choices;
  }

  #spawns(random: RandomSource, parent: ModelBatch, wait: string): Choice<LaneStep>[] {
    const { batches, closed } = this.#state;
    if (closed || batches.length >= BATCHES_MAX) return [];
    const ambient = this.#can.ambientOffLane === true && oneIn(random, 2) ? { ambient: true as const } : {};
    return [{ weight: 9, step: { op: "spawn", batch: this.#newBatch(random), parent: parent.name, wait, ...ambient } }];
  }

  #waits(random: RandomSource): Choice<LaneStep>[] {
    return this.#state.endable.flatMap(({ name }): Choice<LaneStep>[] => [
      { weight: 18, step: { op: "end", wait: name } },
      { weight: 7, step: { op: "fail-wait", wait: name, ...someThrown(random) } },
    ]);
  }

  #cancels(): Choice<LaneStep>[] {
    const can = this.#can;
    return this.#state.batches.flatMap((batch): Choice<LaneStep>[] => {
      const again = batch.cancelled || batch.state === "over";
      if (batch.state === "queued" ? can.cancelQueued !== true : !again && can.cancelRunning !== true) return [];
      if (again && can.cancelQueued !== true) return [];
      const weight = again ? (batch.settled ? 1 : 4) : batch.state === "queued" ? 10 : 6;
      return [{ weight: weight * (this.#state.endedJustNow ? 3 : 1), step: { op: "cancel", batch: batch.name } }];
    });
  }

  #controls(random: RandomSource): Choice<LaneStep>[] {
    const { width, closed, batches } = this.#state;
    const choices: Choice<LaneStep>[] = [
      { weight: 3, step: { op: "throw-in", callback: oneIn(random, 3) ? "wake" : "outcome" } },
    ];
    if (this.#can.resize === true) {
      if (width < WIDTH_MAX) choices.push({ weight: 5, step: { op: "relieve", extra: random.nextInt(1, 2) } });
      choices.push({ weight: 6, step: { op: "narrow", upTo: random.nextInt(1, 3) } });
    }
    if (this.#can.close === true && batches.length > 1) {
      choices.push({ weight: closed ? 2 : 3, step: { op: "close" } });
    }
    return choices;
  }
}
