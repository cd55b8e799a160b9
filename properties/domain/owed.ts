import type { CommandFact, DomainFacts, ResetFact, Seq, StopFact } from "./facts.ts";

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
  return unlessStopped(command, facts.quietAfter(command.at));
}

/** A settled tool has its outcome, unless a stop came first. */
export function outcomeOwedAt(facts: DomainFacts, command: CommandFact): Seq {
  const settledAt = settlement(command);
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
  if (facts.hasResources || mayLackReceipt(facts, stop)) return Infinity;
  return idleQuietAfter(facts, Math.max(stop.at, olderReceipts(facts, stop)));
}

/** A stop is receipted once its release has settled, nothing is in flight and every older stop is through. */
export function receiptOwedAt(facts: DomainFacts, stop: StopFact): Seq {
  if (mayLackReceipt(facts, stop)) return Infinity;
  return idleQuietAfter(facts, Math.max(releasedAt(facts, stop), olderReceipts(facts, stop)));
}

/** When the release of a stop settled; with owned resources, the pair of resets that is its by count. */
export function releasedAt(facts: DomainFacts, stop: StopFact): Seq {
  if (!facts.hasResources) return stop.releases[0]?.settledAt ?? Infinity;
  const index = facts.stops.indexOf(stop);
  const nth = (which: ResetFact["which"]): Seq =>
    facts.resets.filter((reset) => reset.which === which)[index]?.settledAt ?? Infinity;
  return Math.max(nth("revertDiff"), nth("cancelCommand"));
}

function olderReceipts(facts: DomainFacts, stop: StopFact): Seq {
  let latest = -1;
  for (const older of facts.stops) {
    if (older === stop) break;
    latest = Math.max(latest, older.receipts[0]?.at ?? Infinity);
  }
  return latest;
}

/** The first quiescent point after `at` at which every tool that was started has settled. */
function idleQuietAfter(facts: DomainFacts, at: Seq): Seq {
  if (at === Infinity) return Infinity;
  for (const quiet of facts.quiets) {
    if (quiet > at && facts.runs.every((run) => run.at > quiet || run.settledAt < quiet)) return quiet;
  }
  return Infinity;
}

/** A `haltToolDomain` that runs out of its budget, or fails, may lack its release and its receipt. */
function mayLackReceipt(facts: DomainFacts, stop: StopFact): boolean {
  return stop.budget !== undefined && budgetExpectation(facts, stop) !== "success";
}

/** How a `haltToolDomain` has to end; `either` where correct executors may differ. */
export type BudgetExpectation = "success" | "failure" | "either";

export function budgetExpectation(facts: DomainFacts, stop: StopFact): BudgetExpectation {
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
  if (stop.releases.length === 0 && !facts.hasResources) return "either";
  const released = timeOf(releasedAt(facts, stop));
  if (facts.hasResources && released === Infinity) return hasPendingReset(facts) ? "failure" : "either";
  if (released === deadline) return "either";
  const failed = !facts.hasResources && stop.releases[0]?.how !== "resolved";
  return released > deadline || failed ? "failure" : "success";
}

function hasPendingReset(facts: DomainFacts): boolean {
  return facts.resets.some(({ settledAt }) => settledAt === Infinity);
}

/** Whether something that is owed at `owedAt` and came at `cameAt` is missing there. */
export function isMissing(owedAt: Seq, cameAt: Seq | undefined): boolean {
  return owedAt < Infinity && (cameAt === undefined || cameAt > owedAt);
}

/** Whether what is missing at `owedAt` may be due to a sink that threw before. */
export function isAfterSinkFault(facts: DomainFacts, owedAt: Seq): boolean {
  return facts.sinkFaultAt < owedAt;
}
