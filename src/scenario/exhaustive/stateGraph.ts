import type { Gap, Step } from "../../contract/scenario.ts";
import type { BoundedModel, Pending } from "../space.ts";

/** The tight gaps that are enumerated; random campaigns go further. */
const TIGHT_GAPS: readonly Gap[] = ["turn", 1, 2, 3];

/** One step from a state, and where it leads. */
export interface Move<S extends Step> {
  /** Steps that are alike are one object, in all states of a graph. */
  readonly step: S;
  readonly next: State<S>;
  /** 1 where something else has been pending for longer. */
  readonly deviation: 0 | 1;
  /** 1 where the gap after the step is a tight one. */
  readonly tight: 0 | 1;
}

/**
 * The states that a bounded model can be in, each made once, when it is first asked for. Schedules are the paths through
 * it: they share the work on the states and steps that they have in common.
 */
export class StateGraph<S extends Step> {
  readonly root: State<S>;
  readonly #states = new Map<string, State<S>>();
  readonly #steps = new Map<string, S>();

  constructor(model: BoundedModel<S>) {
    this.root = this.#state(model, []);
  }

  /** States made so far. */
  get size(): number {
    return this.#states.size;
  }

  #state(model: BoundedModel<S>, arrived: readonly string[]): State<S> {
    const pending = inOrderOfArrival(model.pending(), arrived);
    const order = pending.map(({ id }) => id);
    const key = `${model.key()} ${order.join()}`;
    let state = this.#states.get(key);
    if (state === undefined) {
      const end = pending.length > 0 ? "no" : model.isUsedUp ? "whole" : "early";
      state = new State(end, () => this.#moves(model, pending, order));
      this.#states.set(key, state);
    }
    return state;
  }

  #moves(model: BoundedModel<S>, pending: readonly Pending<S>[], order: readonly string[]): readonly Move<S>[] {
    const moves: Move<S>[] = [];
    for (const [place, { ways }] of pending.entries()) {
      const deviation = place === 0 ? 0 : 1;
      for (const step of ways) {
        const rested = model.clone();
        rested.take(step, undefined);
        moves.push({ step: this.#step(step), next: this.#state(rested, order), deviation, tight: 0 });
        const hurried = model.clone();
        hurried.take(step, "turn");
        const next = this.#state(hurried, order);
        // A gap after the last step is no gap.
        if (next.end !== "no") continue;
        for (const gap of TIGHT_GAPS) moves.push({ step: this.#step({ ...step, gap }), next, deviation, tight: 1 });
      }
    }
    return moves;
  }

  #step(step: S): S {
    const key = JSON.stringify(step);
    const known = this.#steps.get(key);
    if (known !== undefined) return known;
    this.#steps.set(key, step);
    return step;
  }
}

/** One state of a bounded model, and what has been pending in it for how long. */
export class State<S extends Step> {
  /** Nothing is left to happen: a schedule ends here, or one that is too short for the bound. */
  readonly end: "no" | "whole" | "early";
  readonly #expand: () => readonly Move<S>[];
  #moves: readonly Move<S>[] | undefined;
  /** What `leadsTo` has answered, by tight gaps and deviations. */
  readonly #answers: (boolean | undefined)[][] = [];

  constructor(end: State<S>["end"], expand: () => readonly Move<S>[]) {
    this.end = end;
    this.#expand = expand;
  }

  /** What can happen next, the longest pending first; with a gap at rest before tight ones. */
  get moves(): readonly Move<S>[] {
    this.#moves ??= this.#expand();
    return this.#moves;
  }

  /** Whether some schedule from here has exactly so many deviations and tight gaps. */
  leadsTo(deviations: number, tight: number): boolean {
    if (deviations < 0 || tight < 0) return false;
    if (this.end !== "no") return this.end === "whole" && deviations === 0 && tight === 0;
    const answers = (this.#answers[tight] ??= []);
    return (answers[deviations] ??= this.moves.some((move) =>
      move.next.leadsTo(deviations - move.deviation, tight - move.tight),
    ));
  }
}

/** What was there before stays in its place; what is new comes after it. */
function inOrderOfArrival<S extends Step>(
  pending: readonly Pending<S>[],
  arrived: readonly string[],
): readonly Pending<S>[] {
  const old = arrived.flatMap((id) => pending.find((item) => item.id === id) ?? []);
  return [...old, ...pending.filter(({ id }) => !arrived.includes(id))];
}
