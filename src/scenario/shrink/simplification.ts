import type { Step } from "../../contract/scenario.ts";

/** What is simpler among the scenarios of one profile, and what a step is about. */
export interface Simplification<S extends Step, Setup extends object> {
  /** Simpler versions of a step, simplest first: each weighs less. */
  simpler(step: S): readonly S[];
  /** Simpler hosts: each weighs less. */
  simplerSetups(setup: Setup): readonly Setup[];
  /** Hosts under which fewer steps may do. */
  richerSetups(setup: Setup): readonly Setup[];
  /** The step as it has to be for another host to mean the same. */
  resettled(step: S, from: Setup, to: Setup): S;
  /** Steps that do alone what two do. */
  folded(step: S, later: S): readonly S[];
  /** The step with an outcome that may make another step superfluous. */
  sharper(step: S): readonly S[];
  /** What a step does inside a callback of the host, as a step of its own. */
  unwrapped(step: S): S | undefined;
  /** How far a step is from a plain one: what can be left out of it, and outcomes that are not the usual ones. */
  weight(step: S): number;
  weightOfSetup(setup: Setup): number;
  /** The operations in the order in which steps stand where any order would do. */
  readonly order: readonly S["op"][];
  /** The step with every name replaced by what `rename` gives for it. */
  renamed(step: S, rename: Rename): S;
  /** The name of the first, second, ... of a kind, counted from zero. */
  plainName(kind: string, index: number): string;
  /** Whether only one step can bring about what has a name of this kind. */
  isUnique(kind: string): boolean;
}

/**
 * What a step is to something of that name: it brings it about, it does nothing where it does not exist, or it only says
 * the name.
 */
export type NameRole = "introduces" | "needs" | "mentions";

/** Gives the new name for one of a kind: a command, a batch, a job, an owner. */
export type Rename = (kind: string, name: string, role: NameRole) => string;
