import type { LaneSetup } from "../../contract/lane-setup.ts";
import type { Gap, Scenario } from "../../contract/scenario.ts";
import type { ThrownKind } from "../thrown.ts";

/** How a body ends that does not wait for a step: it returns, rejects, or throws instead of returning a promise. */
export type EndsAtOnce = "finish" | "fail" | "throw";

/** What a body does with its signal besides looking at it when it ends: listen to it, or stop when it is aborted. */
export type SignalUse = "watched" | "heeded";

/** The callbacks of the host that can be made to throw. */
export type LaneCallback = "outcome" | "wake";

/** A batch is submitted. */
export interface SubmitStep {
  readonly op: "submit";
  /** The kit's name of the batch, and its id; unique in a scenario. */
  readonly batch: string;
  /** Absent: an agent of its own. Two batches of one agent are never in flight together. */
  readonly agent?: string;
  readonly ends?: EndsAtOnce;
  readonly thrown?: ThrownKind;
  readonly signal?: SignalUse;
}

/** A body calls `offLane`; one whose batch has ended, or that is outside any batch, gets a plain await. */
export interface ParkStep {
  readonly op: "park";
  /** Absent: outside any batch [ambientOffLane]. */
  readonly batch?: string;
  readonly wait: string;
  /** Through the executor's own `offLane` [ambientOffLane], and not the context's. */
  readonly ambient?: true;
  /** From inside that open wait of the same batch. */
  readonly inside?: string;
  /** The wait throws instead of returning a promise. */
  readonly throws?: ThrownKind;
}

/** The steps of the `lane` profile. A step about a body is its progress, whatever state its batch is in. */
export type LaneStep = { readonly gap?: Gap } & (
  | SubmitStep
  /** The body of `parent` submits `batch` and parks until it is over. */
  | {
      readonly op: "spawn";
      readonly batch: string;
      readonly parent: string;
      readonly wait: string;
      readonly ambient?: true;
    }
  /** `calls`: how many pairs the body returns; 2 by default. */
  | { readonly op: "finish"; readonly batch: string; readonly calls?: number }
  | { readonly op: "fail"; readonly batch: string; readonly thrown?: ThrownKind }
  | ParkStep
  | { readonly op: "end"; readonly wait: string }
  | { readonly op: "fail-wait"; readonly wait: string; readonly thrown?: ThrownKind }
  | { readonly op: "cancel"; readonly batch: string }
  | { readonly op: "relieve"; readonly extra: number }
  | { readonly op: "narrow"; readonly upTo: number }
  | { readonly op: "close" }
  /** The next call of that callback of the host throws. */
  | { readonly op: "throw-in"; readonly callback: LaneCallback }
);

export type LaneScenario = Scenario<LaneStep, LaneSetup>;
