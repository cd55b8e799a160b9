import type { ResetName } from "../../contract/domain-trace.ts";
import type { HaltOrder } from "../../contract/domain.ts";
import type { Gap, Scenario } from "../../contract/scenario.ts";
import type { SettledKind, ThrownKind } from "../thrown.ts";

export type HaltReason = HaltOrder["reason"];

/** A call of the kit, possible as a step and from inside a callback of the host. */
export type DomainCall =
  | {
      readonly op: "handle";
      /** The kit's own name of this one command; unique in a scenario. */
      readonly command: string;
      /** The ids it carries, where they are not made from the name. */
      readonly commandId?: string;
      readonly dlineTid?: string;
      readonly turnId?: string;
      readonly mode?: "serial" | "parallel";
      /** Its `runBlock` throws instead of returning a promise. */
      readonly throws?: ThrownKind;
    }
  | {
      readonly op: "halt";
      /** A new id starts a stop generation; a used one repeats. */
      readonly halt: string;
      readonly reason?: HaltReason;
      /** Its `release` throws instead of returning a promise. */
      readonly throws?: ThrownKind;
    }
  | { readonly op: "rearm"; readonly halt?: string };

/** The callbacks of the host from which a call can be made. */
export type ReentrantSite = "emit" | "runBlock" | "release";

/** The steps of the `domain` profile, named as in the contract. */
export type DomainStep = { readonly gap?: Gap } & (
  | DomainCall
  /** The tool gives a value, absent a plain one. */
  | { readonly op: "settle"; readonly command: string; readonly value?: SettledKind }
  | { readonly op: "fail"; readonly command: string; readonly thrown?: ThrownKind }
  /** The tool never settles, not even when the kit grants the rest. */
  | { readonly op: "hang"; readonly command: string }
  /** `halt` names a stop: the id of a halt, or the name of a `stop` step. */
  | { readonly op: "release"; readonly halt: string }
  | { readonly op: "fail-release"; readonly halt: string; readonly thrown?: ThrownKind }
  | { readonly op: "hang-release"; readonly halt: string }
  /** The oldest pending reset of that name. */
  | { readonly op: "reset"; readonly which: ResetName }
  | { readonly op: "fail-reset"; readonly which: ResetName; readonly thrown?: ThrownKind }
  | { readonly op: "hang-reset"; readonly which: ResetName }
  /** The next call of that reset throws instead of returning a promise. */
  | { readonly op: "throw-reset"; readonly which: ResetName; readonly thrown?: ThrownKind }
  /** `haltToolDomain`, under a name of the kit's own. */
  | { readonly op: "stop"; readonly stop: string; readonly reason?: HaltReason }
  | { readonly op: "advance"; readonly ms: number }
  /** The next call of that callback of the host throws. */
  | { readonly op: "throw-in"; readonly callback: ThrowingCallback }
  /** The next call of that callback of the host makes a call itself, before it returns. */
  | { readonly op: "inside"; readonly callback: ReentrantSite; readonly call: DomainCall }
  /** Asks for a user-facing capability; with a command, its tool asks, and fails with what it is thrown. */
  | { readonly op: "ask"; readonly capability: string; readonly command?: string }
  /** The reducer moves on to a turn. */
  | { readonly op: "turn"; readonly turn: string }
);

export type ThrowingCallback = "emit" | "onReleaseError" | "onHaltFailure" | "releaseFallback";

/** What the host of one run looks like. */
export interface DomainSetup {
  /** [resources] The host owns resources. */
  readonly resources?: boolean;
  /** [surface] Absent: a user-facing surface. */
  readonly surface?: "user" | "denied";
  /** [budget] `haltBudgetMs`; absent: the executor's default. */
  readonly budgetMs?: number;
}

export type DomainScenario = Scenario<DomainStep, DomainSetup>;

/** The budget of `haltToolDomain` where the host names none, in ms. */
export const DEFAULT_BUDGET_MS = 5000;
