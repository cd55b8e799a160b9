import type { Rule } from "../../src/contract/rule.ts";
import type { JobFacts } from "./facts.ts";
import {
  cancelAsksOnce,
  cancelIsIdempotent,
  cancelReachesProducer,
  cancelThrowChangesNothing,
} from "./rules/cancels.ts";
import { disposeReachesQuiescence, ownerDisposalIsExact } from "./rules/disposal.ts";
import {
  emptyTokenIsAnOwner,
  foreignLooksUnknown,
  noTokenIsForeign,
  ownerFence,
  unknownIdRefused,
} from "./rules/fences.ts";
import { nothingEscapes, nothingLeftBehind, snapshotsAreCopies } from "./rules/hygiene.ts";
import { everyJobEnds, firstSettlementWins, rejectedProducerFails, statusMovesForward } from "./rules/lifecycle.ts";
import { foreignJobsInvisible, listInStartOrder, unownedIsOpen } from "./rules/lists.ts";
import { listenerFaultContained, noticeAfterCommit, noticeToOwnerOnly, oneNoticePerJob } from "./rules/notices.ts";
import { finalOutputReadable, outputExact } from "./rules/output.ts";
import { presentationMatchesState } from "./rules/presentation.ts";
import {
  idsUniqueAndStable,
  invalidSpecRefused,
  producerStartedOnce,
  snapshotMatchesSpec,
  startFailureLeavesNothing,
} from "./rules/starts.ts";
import { waitDoesNotCancel } from "./rules/waits.ts";

/** Every rule of the profile `job`, in the order of the contract. */
export const jobRules: readonly Rule<JobFacts>[] = [
  idsUniqueAndStable,
  producerStartedOnce,
  startFailureLeavesNothing,
  invalidSpecRefused,
  snapshotMatchesSpec,
  ownerFence,
  noTokenIsForeign,
  foreignJobsInvisible,
  listInStartOrder,
  unownedIsOpen,
  emptyTokenIsAnOwner,
  unknownIdRefused,
  foreignLooksUnknown,
  outputExact,
  finalOutputReadable,
  statusMovesForward,
  firstSettlementWins,
  rejectedProducerFails,
  nothingEscapes,
  everyJobEnds,
  oneNoticePerJob,
  noticeAfterCommit,
  noticeToOwnerOnly,
  listenerFaultContained,
  cancelReachesProducer,
  cancelIsIdempotent,
  cancelAsksOnce,
  cancelThrowChangesNothing,
  waitDoesNotCancel,
  disposeReachesQuiescence,
  ownerDisposalIsExact,
  snapshotsAreCopies,
  presentationMatchesState,
  nothingLeftBehind,
];

export { jobFacts } from "./indexTrace.ts";
export type * from "./facts.ts";
