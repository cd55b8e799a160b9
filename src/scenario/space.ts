import type { Gap, Step } from "../contract/scenario.ts";
import type { Menu } from "./menu.ts";
import type { Simplification } from "./shrink/simplification.ts";

/** Where the choices of a generated scenario come from; fast-check's `Random` is one. */
export interface RandomSource {
  /** A whole number between both, inclusive. */
  nextInt(min: number, max: number): number;
}

/**
 * The nominal model of a correct executor, as far as it takes to say which steps are enabled.
 *
 * It is pure: it never sees an executor. Generators, enumeration and strategies choose from it before the run.
 */
export interface Model<S extends Step> {
  /** The step has been chosen; `gap` is what lies between it and the next one. */
  take(step: S, gap: Gap | undefined): void;
  clone(): this;
}

/** A model from which a random generator chooses. */
export interface WeightedModel<S extends Step> extends Model<S> {
  /** Puts every step that is enabled now on an empty menu. */
  offer(menu: Menu<S>, random: RandomSource): void;
  /** How likely, in percent, the gap after a step is a tight one. */
  tightGapPercent(step: S): number;
}

/** Something that can happen next: a call that is to be made, or an answer that is owed. */
export interface Pending<S extends Step> {
  /** Names it for as long as it is pending; unique among what is. */
  readonly id: string;
  /** The steps that are each a way for it to happen. */
  readonly ways: readonly S[];
}

/** A model with a bound, which says all that can happen. */
export interface BoundedModel<S extends Step> extends Model<S> {
  /** Nothing: the schedule has ended. What became pending at the same time stands in the order in which it arrived. */
  pending(): readonly Pending<S>[];
  /** All that it may hold has come; a schedule that ends before is one of a smaller bound. */
  readonly isUsedUp: boolean;
  /** Models with equal keys go on alike. */
  key(): string;
}

/** Whether two steps, each with a gap at rest, come to the same in either order, whatever the executor is. */
export type Independence<S extends Step> = (a: S, b: S) => boolean;

/** How much of the space is enumerated. */
export interface Scope {
  /** Commands, batches or jobs. */
  readonly subjects: number;
  readonly controls: number;
  readonly tightGaps: number;
}

/** The scenarios of one profile, as far as it takes to enumerate them. */
export interface BoundedSpace<S extends Step, Setup extends object> {
  /** A model of exactly that many subjects and controls, where the profile can enumerate. */
  bounded(subjects: number, controls: number): BoundedModel<S>;
  /** The setup of every enumerated scenario. */
  readonly boundedSetup: Setup;
  /** Absent: no two steps are independent, so that no schedule stands for another. */
  readonly independent?: Independence<S>;
}

/** The scenarios of one profile: how they are generated, enumerated and made simpler. */
export interface ScenarioSpace<S extends Step, Setup extends object>
  extends BoundedSpace<S, Setup>, Simplification<S, Setup> {
  /** What the host may look like. */
  setup(random: RandomSource): Setup;
  start(setup: Setup): WeightedModel<S>;
}
