import type { AnyAdapter, ProfileName } from "../contract/adapter.ts";
import type { Rule } from "../contract/rule.ts";
import type { Scenario, Step } from "../contract/scenario.ts";
import type { RecordBase, Trace } from "../contract/trace.ts";
import type { WorldFactory } from "../run/world.ts";
import type { AnySituationTable } from "../scenario/situations.ts";
import type { ScenarioSpace, Scope } from "../scenario/space.ts";

/** Who takes part in a diagram, and what one record draws. */
export interface Drawing {
  /** The lane an arrow or a mark starts in. */
  readonly from: string;
  /** The lane it ends in; absent: a mark in one lane. */
  readonly to?: string;
  readonly label: string;
}

/**
 * Everything one profile brings: its steps, its enabled set, its world and its rules. Campaigns, reports and test suites
 * know profiles only through this object.
 */
export interface Profile<
  S extends Step = Step,
  Setup extends object = object,
  R extends RecordBase & { readonly type: string } = RecordBase & { readonly type: string },
  Facts = unknown,
> {
  readonly name: ProfileName;
  /** The capability keys that an adapter may declare. */
  readonly capabilities: readonly string[];
  /** The methods an executor must have, whatever it declares. */
  readonly methods: readonly string[];
  readonly rules: readonly Rule<Facts>[];
  /** The situations that a campaign must have met. */
  readonly situations: AnySituationTable;
  /** The scenarios for an adapter with these capabilities. */
  space(capabilities: Readonly<Record<string, boolean | undefined>>): ScenarioSpace<S, Setup>;
  readonly createWorld: WorldFactory<S, R, Setup>;
  index(trace: Trace<R>): Facts;
  /** What a campaign searches exhaustively unless told otherwise: seconds, not minutes. */
  readonly smallScope: Scope;
  /** What subjects and controls are called in a scope: "commands", "halts and rearms". */
  readonly scopeNames: { readonly subjects: string; readonly controls: string };
  /** The scenario that a parsed JSON value is, or the reason why it is none. */
  readonly readScenario: (value: unknown) => Promise<Scenario<S, Setup>>;
  /** How a step reads to a person. */
  describeStep(step: S): string;
  /** The `op` of each step that only prepares or waits: what is drawn in its wake is not the step itself. */
  readonly silentSteps: ReadonlySet<string>;
  draw(record: R, trace: Trace<R>): Drawing | undefined;
}

/** A profile whose inner types do not matter to whoever holds it. */
// oxlint-disable-next-line typescript/no-explicit-any -- a profile consumes and produces its own types; only this erases them
export type AnyProfile = Profile<any, any, any, any>;

/** What an adapter of any profile says of itself: plain data, which another thread can be given. */
export type AdapterFacts = AnyAdapter & {
  readonly profile: ProfileName;
  readonly capabilities?: Readonly<Record<string, boolean | undefined>>;
};

/** An adapter of any profile, as a campaign needs it. */
export type CheckableAdapter = AdapterFacts & { create(host: never): unknown };
