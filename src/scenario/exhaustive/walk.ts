import type { Step } from "../../contract/scenario.ts";
import type { Independence } from "../space.ts";
import type { Move, State } from "./stateGraph.ts";

/** One in so many schedules that were pruned is walked all the same. */
const AUDIT_ONE_IN = 100;

interface Schedule<S extends Step> {
  readonly steps: readonly S[];
  /** Another schedule stands for it, if what was declared independent is. */
  readonly isPruned: boolean;
}

/** A state on the path that is being walked. */
interface Frame<S extends Step> {
  readonly state: State<S>;
  /** Index of the next move. */
  at: number;
  /** Deviations and tight gaps that must still come. */
  readonly deviations: number;
  readonly tight: number;
  /** Steps whose schedules from here have been walked in another order of independent steps. */
  readonly asleep: S[];
  readonly isPruned: boolean;
}

/**
 * The schedules of a graph, depth first. Of orders that differ by independent steps only the first is walked, by sleep
 * sets (Godefroid 1996); only steps with a gap at rest sleep, as a tight gap is a bond with whatever comes next.
 */
export class Walk<S extends Step> {
  readonly #root: State<S>;
  readonly #independent: Independence<S> | undefined;
  #pruned = 0;

  constructor(root: State<S>, independent: Independence<S> | undefined) {
    this.#root = root;
    this.#independent = independent;
  }

  /** Those with exactly so many deviations and tight gaps. */
  *schedules(deviations: number, tight: number): IterableIterator<Schedule<S>> {
    const path: S[] = [];
    const frames: Frame<S>[] = [{ state: this.#root, at: 0, deviations, tight, asleep: [], isPruned: false }];
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const move = frame.state.moves[frame.at];
      if (move === undefined) {
        frames.pop();
        path.pop();
        continue;
      }
      frame.at += 1;
      const next = this.#follow(frame, move);
      if (!next.state.leadsTo(next.deviations, next.tight)) continue;
      path.push(move.step);
      frames.push(next);
      if (next.state.end === "whole" && this.#isDue(next)) yield { steps: [...path], isPruned: next.isPruned };
    }
  }

  #follow(frame: Frame<S>, { step, next, deviation, tight }: Move<S>): Frame<S> {
    const independent = this.#independent;
    const isAsleep = frame.asleep.includes(step);
    const mayStaySleeping = independent === undefined || tight === 1 ? [] : frame.asleep;
    const asleep = mayStaySleeping.filter((sleeper) => independent?.(sleeper, step));
    if (independent !== undefined && tight === 0 && !isAsleep) frame.asleep.push(step);
    return {
      state: next,
      at: 0,
      deviations: frame.deviations - deviation,
      tight: frame.tight - tight,
      asleep,
      isPruned: frame.isPruned || isAsleep,
    };
  }

  #isDue({ isPruned }: Frame<S>): boolean {
    if (!isPruned) return true;
    this.#pruned += 1;
    return this.#pruned % AUDIT_ONE_IN === 1;
  }
}
