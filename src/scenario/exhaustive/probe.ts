import type { Step } from "../../contract/scenario.ts";
import type { Move, State } from "./stateGraph.ts";

const PROBES = 500;

/** One place in about ten is where a tight gap of a schedule is; choosing them more often wastes the descents. */
const TIGHT_WEIGHT = 0.1;

/**
 * An estimate of the number of schedules with at most so many tight gaps: random descents, each of which counts as one over
 * its probability (Knuth 1975). It is unbiased, the same every time, and within a factor of two where it was compared.
 */
export function probe<S extends Step>(root: State<S>, tightGaps: number): number {
  const random = numbers();
  let sum = 0;
  for (let count = 0; count < PROBES; count += 1) sum += descend(root, tightGaps, random);
  return Math.round(sum / PROBES);
}

function descend<S extends Step>(root: State<S>, tightGaps: number, random: () => number): number {
  let counted = 1;
  let tight = tightGaps;
  let state = root;
  while (state.end === "no") {
    const left = tight;
    const moves = state.moves.filter((move) => move.tight <= left);
    const total = moves.reduce((sum, move) => sum + weightOf(move), 0);
    let at = random() * total;
    const move = moves.find((candidate) => (at -= weightOf(candidate)) < 0);
    if (move === undefined) return 0;
    counted *= total / weightOf(move);
    tight -= move.tight;
    state = move.next;
  }
  return state.end === "whole" ? counted : 0;
}

/** Most schedules go on where there is most to choose from. */
function weightOf<S extends Step>({ next, tight }: Move<S>): number {
  return (1 + next.moves.length) ** 2 * (tight === 1 ? TIGHT_WEIGHT : 1);
}

/** Numbers from 0 to 1, always the same ones (xorshift32). */
function numbers(): () => number {
  let state = 0x9e3779b9;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
