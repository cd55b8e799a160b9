import type { Step } from "../contract/scenario.ts";
import type { RecordBase } from "../contract/trace.ts";
import type { Model } from "./space.ts";

/** A record, as far as every profile has it. */
type AnyRecord = RecordBase & { readonly type: string };

/**
 * A situation that matters: executors break in it, so a campaign in which it never occurred has not looked there.
 *
 * It is decided where a step meets the nominal model's state, by the same state that weights the generator. What a step
 * only prepares, such as a callback that will throw, must also show in the trace.
 */
export interface Situation<State, S extends Step, Setup extends object, R extends AnyRecord = AnyRecord> {
  /** Unique in its profile, in kebab case. */
  readonly id: string;
  /** The situation in words, as in "a halt with nothing in flight". */
  readonly text: string;
  /** It can occur only where the adapter declares all of these. */
  readonly capabilities?: readonly string[];
  /** Certain to occur in the few runs that real time leaves: it is in the scope of one subject and one control. */
  readonly basic?: true;
  /** The steps that can make it. */
  readonly on: readonly S["op"][];
  /** Whether this step makes it; `state` is that before the step. Absent: it always does. */
  readonly occurs?: (state: State, step: S, previous: Step | undefined, setup: Setup) => boolean;
  /** What one record at least must show. Absent: the step is enough. */
  readonly shows?: (record: R) => boolean;
}

/** The situations of one profile, and the model they are decided over. */
export interface SituationTable<
  S extends Step = Step,
  Setup extends object = object,
  State extends Model<S> = Model<S>,
  R extends AnyRecord = AnyRecord,
> {
  readonly situations: readonly Situation<State, S, Setup, R>[];
  /** The nominal model before the first step. */
  start(setup: Setup): State;
}

/** A table whose inner types do not matter to whoever counts by it. */
// oxlint-disable-next-line typescript/no-explicit-any -- a table consumes its own types; only this erases them
export type AnySituationTable = SituationTable<any, any, any, any>;

/** The situations that can occur with an adapter that declares these capabilities. */
export function applicableSituations(
  { situations }: AnySituationTable,
  declared: readonly string[],
): AnySituationTable["situations"] {
  return situations.filter(({ capabilities = [] }) => capabilities.every((needed) => declared.includes(needed)));
}

/** A function that makes the situations of one profile, each from the steps that can make it. */
export function situationsOver<State, S extends Step, Setup extends object, R extends AnyRecord>() {
  return <Op extends S["op"]>(
    on: Op | readonly Op[],
    situation: Omit<Situation<State, Extract<S, { readonly op: Op }>, Setup, R>, "on">,
  ): Situation<State, S, Setup, R> => ({
    ...(situation as unknown as Omit<Situation<State, S, Setup, R>, "on">),
    on: typeof on === "string" ? [on] : on,
  });
}
