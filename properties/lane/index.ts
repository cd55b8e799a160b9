import type { Rule } from "../../src/contract/rule.ts";
import type { LaneFacts } from "./facts.ts";
import { cancelRules, signalOnlyOnCancel } from "./rules/cancels.ts";
import { closeRules } from "./rules/close.ts";
import { hostFaultContained, nothingEscapes, nothingLeftBehind } from "./rules/hygiene.ts";
import { orderRules } from "./rules/order.ts";
import { outcomeRules } from "./rules/outcomes.ts";
import { parkingRules } from "./rules/parking.ts";
import { permitRules } from "./rules/permits.ts";
import { resizeRules } from "./rules/resize.ts";
import { statsAgree } from "./rules/stats.ts";
import { eachBatchRunsOnce, noOutcomeInsideSubmit, submitReturnsAtOnce } from "./rules/submission.ts";
import { waitRules } from "./rules/waits.ts";
import { wakesTheLoop } from "./rules/wakes.ts";

/** Every rule of the profile `lane`, in the order of the contract. */
export const laneRules: readonly Rule<LaneFacts>[] = [
  submitReturnsAtOnce,
  ...permitRules,
  eachBatchRunsOnce,
  ...orderRules,
  ...outcomeRules,
  nothingEscapes,
  hostFaultContained,
  wakesTheLoop,
  ...parkingRules,
  ...waitRules,
  signalOnlyOnCancel,
  statsAgree,
  ...cancelRules,
  ...resizeRules,
  ...closeRules,
  noOutcomeInsideSubmit,
  nothingLeftBehind,
];

export { laneFacts } from "./indexTrace.ts";
export type * from "./facts.ts";
