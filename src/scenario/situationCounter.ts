import type { Scenario, Step } from "../contract/scenario.ts";
import type { RecordBase } from "../contract/trace.ts";
import type { SituationResult } from "../contract/verdict.ts";
import { applicableSituations, type AnySituationTable } from "./situations.ts";
import type { Model } from "./space.ts";

type AnyRecord = RecordBase & { readonly type: string };

/** Bits of one word of a set. */
const WORD = 32;

/**
 * Counts in how many runs each situation occurred.
 *
 * A campaign calls it for every run, so it walks the nominal model once for each scenario; and less than that in an
 * exhaustive search, where consecutive scenarios begin with the very same step objects: there it goes on from where they
 * part. Counts are plain numbers in the order of `situations`, so that those of several threads can be added.
 */
export class SituationCounter {
  readonly situations: AnySituationTable["situations"];
  /** In how many runs each has occurred, in the order of `situations`. */
  readonly counts: number[];
  readonly #start: AnySituationTable["start"];
  readonly #byOp: ReadonlyMap<string, readonly Candidate[]>;
  readonly #shows: readonly ((record: AnyRecord) => boolean)[];
  #setup: object | undefined;
  #steps: readonly Step[] = [];
  /**
   * The model before each step of the last scenario, its last one included. Empty while scenarios do not share their
   * beginnings, as random ones do not: keeping a model costs a copy.
   */
  readonly #states: Model<Step>[] = [];
  /** The situations that came before each step of the last scenario, and before its end: two words of a bit set. */
  readonly #low: number[] = [0];
  readonly #high: number[] = [0];

  constructor(table: AnySituationTable, declared: readonly string[]) {
    this.situations = applicableSituations(table, declared);
    if (this.situations.length > 2 * WORD) throw new RangeError(`Expected at most ${2 * WORD} situations`);
    this.counts = this.situations.map(() => 0);
    this.#start = (setup) => table.start(setup);
    this.#shows = this.situations.map(({ shows = always }) => shows);
    const ops = new Set(this.situations.flatMap(({ on }) => on));
    this.#byOp = new Map(Array.from(ops, (op) => [op, candidatesFor(op, this.situations)]));
  }

  /**
   * Counts one run. A step that was skipped makes no situation.
   *
   * @returns how many steps were skipped, and calls from inside callbacks.
   */
  count({ setup, steps }: Scenario, records: readonly AnyRecord[]): number {
    const { steps: skipped, count } = skipsIn(records);
    const shared = skipped === NONE && setup === this.#setup ? sharedBeginning(this.#steps, steps) : 0;
    if (shared === 0) this.#walk(setup, steps, skipped);
    else this.#walkOn(setup, steps, shared);
    this.#setup = setup;
    // What a skipped step would have made is missing from the sets.
    this.#steps = skipped === NONE ? steps : NONE;
    this.#tally(this.#low[steps.length] ?? 0, 0, records);
    this.#tally(this.#high[steps.length] ?? 0, WORD, records);
    return count;
  }

  /** Adds what was counted elsewhere, for the same situations. */
  add(counts: readonly number[]): void {
    for (const [index, count] of counts.entries()) this.counts[index] = (this.counts[index] ?? 0) + count;
  }

  results(): readonly SituationResult[] {
    return this.situations.map(({ id, text }, index) => ({ id, text, runs: this.counts[index] ?? 0 }));
  }

  #walk(setup: object, steps: readonly Step[], skipped: readonly unknown[]): void {
    this.#states.length = 0;
    const state = this.#start(setup);
    for (let at = 0; at < steps.length; at += 1) {
      this.#consider(state, steps, at, setup, !skipped.includes(at));
      if (at + 1 < steps.length) state.take(steps[at], steps[at]?.gap);
    }
  }

  /** Walks on from the first step that is not that of the last scenario, and keeps the models for the next one. */
  #walkOn(setup: object, steps: readonly Step[], shared: number): void {
    const states = this.#states;
    let from = shared;
    if (shared >= states.length) {
      from = 0;
      states[0] = this.#start(setup);
    }
    states.length = from + 1;
    for (let at = from; at < steps.length; at += 1) {
      const state = states[at] as Model<Step>;
      const step = steps[at] as Step;
      this.#consider(state, steps, at, setup, true);
      if (at + 1 === steps.length) return;
      const next = state.clone();
      next.take(step, step.gap);
      states.push(next);
    }
  }

  /** Adds what the step at `at` makes to what came before it. */
  #consider(state: Model<Step>, steps: readonly Step[], at: number, setup: object, isPerformed: boolean): void {
    let low = this.#low[at] ?? 0;
    let high = this.#high[at] ?? 0;
    const step = steps[at] as Step;
    const candidates = isPerformed ? this.#byOp.get(step.op) : undefined;
    if (candidates !== undefined) {
      const previous = steps[at - 1];
      for (let index = 0; index < candidates.length; index += 1) {
        const { isHigh, bit, occurs } = candidates[index] as Candidate;
        if (((isHigh ? high : low) & bit) !== 0 || !occurs(state, step, previous, setup)) continue;
        if (isHigh) high |= bit;
        else low |= bit;
      }
    }
    this.#low[at + 1] = low;
    this.#high[at + 1] = high;
  }

  #tally(set: number, from: number, records: readonly AnyRecord[]): void {
    for (let rest = set; rest !== 0; rest &= rest - 1) {
      const index = from + WORD - 1 - Math.clz32(rest & -rest);
      const shows = this.#shows[index] ?? always;
      if (shows === always || records.some(shows)) this.counts[index] = (this.counts[index] ?? 0) + 1;
    }
  }
}

const NONE: readonly never[] = [];

/** A situation as one kind of step may make it, all of one shape, so that asking many of them stays cheap. */
interface Candidate {
  /** The word and the bit that stand for it. */
  readonly isHigh: boolean;
  readonly bit: number;
  readonly occurs: (state: unknown, step: Step, previous: Step | undefined, setup: object) => boolean;
}

function candidatesFor(op: string, situations: AnySituationTable["situations"]): readonly Candidate[] {
  return situations.flatMap(({ on, occurs = always }, index) =>
    on.includes(op) ? [{ isHigh: index >= WORD, bit: 1 << (index % WORD), occurs }] : [],
  );
}

function always(): true {
  return true;
}

/** What was not enabled in a run. */
interface Skips {
  /** Calls from inside callbacks included. */
  readonly count: number;
  /** The steps of the scenario among them: a skip right after its step is that of the step. */
  readonly steps: readonly number[];
}

const NO_SKIPS: Skips = { count: 0, steps: NONE };

function skipsIn(records: readonly AnyRecord[]): Skips {
  let count = 0;
  let steps: number[] | undefined;
  for (let at = 1; at < records.length; at += 1) {
    const record = records[at] as AnyRecord;
    if (record.type !== "skip") continue;
    count += 1;
    if (records[at - 1]?.type !== "step") continue;
    steps ??= [];
    steps.push(record.step);
  }
  return count === 0 ? NO_SKIPS : { count, steps: steps ?? NONE };
}

/** How many steps both begin with: the same objects, not equal ones. */
function sharedBeginning(one: readonly Step[], other: readonly Step[]): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
