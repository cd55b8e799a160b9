import type { BudgetExpectation, CommandFact, DomainFacts, ResetFact, RunFact, Seq, StopFact } from "./facts.ts";

/**
 * When something is owed: at the first quiescent point after its condition holds (contract, "Owed"). Each function gives
 * that point, or Infinity where nothing is owed.
 *
 * Where correct executors differ they give the latest point: one stop may wait for an older one, and a drain may take in
 * work that was admitted later; `domain/old-receipt-not-delayed` alone is stricter.
 */

/** A command the executor admitted: one handled while not stopped, or where it was free to choose and did not reject. */
export function isAdmitted(command: CommandFact): boolean {
  return command.admission === "admitted" || (command.admission === "either" && command.rejections.length === 0);
}

/** A tool starts, unless a stop came first. */
export function startOwedAt(facts: DomainFacts, command: CommandFact): Seq {
  command.owed.start ??= unlessStopped(command, facts.quietAfter(command.at));
  return command.owed.start;
}

/** A settled tool has its outcome, unless a stop came first; one that was started twice, when both are through. */
export function outcomeOwedAt(facts: DomainFacts, command: CommandFact): Seq {
  command.owed.outcome ??= findOutcome(facts, command);
  return command.owed.outcome;
}

function findOutcome(facts: DomainFacts, command: CommandFact): Seq {
  if (command.runs.length === 0) return Infinity;
  let settledAt = -1;
  for (const run of command.runs) settledAt = Math.max(settledAt, run.settledAt);
  return settledAt === Infinity ? Infinity : unlessStopped(command, facts.quietAfter(settledAt));
}

function unlessStopped(command: CommandFact, at: Seq): Seq {
  return command.stoppedAt < at ? Infinity : at;
}

/** When the tool of a command first settled. */
export function settlement(command: CommandFact): Seq {
  let first = Infinity;
  for (const { settledAt } of command.runs) if (settledAt < first) first = settledAt;
  return first;
}

/** A stop is released once nothing is in flight and every older stop is through. */
export function releaseOwedAt(facts: DomainFacts, stop: StopFact): Seq {
  stop.owed.release ??= findRelease(facts, stop);
  return stop.owed.release;
}

function findRelease(facts: DomainFacts, stop: StopFact): Seq {
  if (facts.hasResources || mayLackReceipt(facts, stop)) return Infinity;
  return idleQuietAfter(facts, Math.max(stop.at, olderReceipts(facts, stop)));
}

/** A stop is receipted once its release has settled, nothing is in flight and every older stop is through. */
export function receiptOwedAt(facts: DomainFacts, stop: StopFact): Seq {
  stop.owed.receipt ??= findReceipt(facts, stop);
  return stop.owed.receipt;
}

function findReceipt(facts: DomainFacts, stop: StopFact): Seq {
  if (mayLackReceipt(facts, stop)) return Infinity;
  return idleQuietAfter(facts, Math.max(releasedAt(facts, stop), olderReceipts(facts, stop)));
}

/** When the release of a stop settled; where the executor called it again, the last of them. */
export function releasedAt(facts: DomainFacts, stop: StopFact): Seq {
  if (facts.hasResources) return allResetAt(facts, stop);
  if (stop.releases.length === 0) return Infinity;
  return Math.max(...stop.releases.map(({ settledAt }) => settledAt));
}

/**
 * When, by count, every stop called until then had both its resets settled. A reset does not say which stop it belongs to,
 * and a stop may call its second reset when the first has settled: before that point the pair of a given stop may be the
 * one that is still open.
 */
function allResetAt({ resets, stops }: DomainFacts, stop: StopFact): Seq {
  const settled = (which: ResetFact["which"], until: Seq): number =>
    resets.filter((reset) => reset.which === which && reset.settledAt <= until).length;
  const points = resets.map(({ settledAt }) => settledAt).filter((at) => at > stop.at && at < Infinity);
  for (const at of points.toSorted((a, b) => a - b)) {
    const called = stops.filter((other) => other.at < at).length;
    if (settled("revertDiff", at) >= called && settled("cancelCommand", at) >= called) return at;
  }
  return Infinity;
}

function olderReceipts(facts: DomainFacts, stop: StopFact): Seq {
  let latest = -1;
  for (const older of facts.stops) {
    if (older === stop) break;
    latest = Math.max(latest, older.receipts[0]?.at ?? Infinity);
  }
  return latest;
}

/** The first quiescent point after `at` at which every tool that was started, and every reset, has settled. */
function idleQuietAfter(facts: DomainFacts, at: Seq): Seq {
  if (at === Infinity) return Infinity;
  for (const quiet of facts.quiets) {
    if (quiet < at) continue;
    const last = Math.max(lastSettled(facts.runs, quiet), lastSettled(facts.resets, quiet));
    if (last < Infinity && facts.hasSettled(quiet, Math.max(at, last))) return quiet;
  }
  return Infinity;
}

/** When the last of the calls made before a quiescent point settled; Infinity where one of them is still open there. */
function lastSettled(calls: readonly (RunFact | ResetFact)[], quiet: Seq): Seq {
  let last = -1;
  for (const call of calls) {
    if (call.settledAt < quiet) last = Math.max(last, call.settledAt);
    else if (call.at < quiet) return Infinity;
  }
  return last;
}

/** A `haltToolDomain` that runs out of its budget, or fails, may lack its release and its receipt. */
function mayLackReceipt(facts: DomainFacts, stop: StopFact): boolean {
  return stop.budget !== undefined && budgetExpectation(facts, stop) !== "success";
}

/** How a `haltToolDomain` has to end. */
export function budgetExpectation(facts: DomainFacts, stop: StopFact): BudgetExpectation {
  stop.owed.ending ??= findEnding(facts, stop);
  return stop.owed.ending;
}

function findEnding(facts: DomainFacts, stop: StopFact): BudgetExpectation {
  const { budget } = stop;
  if (budget === undefined || stop.overlaps.length > 0 || facts.sinkFaultAt < Infinity) return "either";
  const deadline = budget.calledAtMs + budget.ms;
  const timeOf = (at: Seq): number => facts.records[at]?.at ?? Infinity;
  let doneMs = budget.calledAtMs;
  for (const command of stop.before) {
    for (const run of command.runs) doneMs = Math.max(doneMs, timeOf(run.settledAt));
  }
  if (doneMs > deadline) return "failure";
  if (doneMs === deadline && doneMs > budget.calledAtMs) return "either";
  const earliest = earliestReleasedAt(facts, stop);
  if (earliest === undefined) return "either";
  if (timeOf(earliest) > deadline) return "failure";
  if (timeOf(releasedAt(facts, stop)) >= deadline) return "either";
  return !facts.hasResources && stop.releases[0]?.how !== "resolved" ? "failure" : "success";
}

/** The earliest that the release of a stop can have settled; undefined where it was not called, or not fully. */
function earliestReleasedAt({ hasResources, resets }: DomainFacts, stop: StopFact): Seq | undefined {
  if (!hasResources) return stop.releases[0]?.settledAt;
  const own = resets.filter(({ at }) => at > stop.at);
  const kinds = (["revertDiff", "cancelCommand"] as const).map((kind) => own.filter(({ which }) => which === kind));
  const isOpen = own.some(({ settledAt }) => settledAt === Infinity);
  if (!isOpen && kinds.some((calls) => calls.length === 0)) return undefined;
  return Math.max(...kinds.map((calls) => Math.min(...calls.map(({ settledAt }) => settledAt))));
}

/** Whether something that is owed at `owedAt` and came at `cameAt` is missing there. */
export function isMissing(owedAt: Seq, cameAt: Seq | undefined): boolean {
  return owedAt < Infinity && (cameAt === undefined || cameAt > owedAt);
}

/** Whether what is missing at `owedAt` may be due to a sink that threw before. */
export function isAfterSinkFault(facts: DomainFacts, owedAt: Seq): boolean {
  return facts.sinkFaultAt < owedAt;
}
