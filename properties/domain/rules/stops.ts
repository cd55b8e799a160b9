import { defineRule } from "../../../src/contract/rule.ts";
import type { CommandFact, DomainFacts, StopFact } from "../facts.ts";
import { isAdmitted, isAfterSinkFault, isMissing, receiptOwedAt, releaseOwedAt, settlement } from "../owed.ts";
import { isOutcome } from "./outcomes.ts";

const receiptAfterDrain = defineRule<DomainFacts>({
  id: "domain/receipt-after-drain",
  profile: "domain",
  level: "MUST",
  sentence:
    "`tool.halted` comes only after every command admitted before that stop has settled or been given up; a given-up command never starts. Included: one whose `runBlock` is still on the stack, one whose id is reused, one admitted after an earlier `rearm` but before this stop.",
  checks: "At each receipt no tool of an earlier admitted command is running, and none starts afterwards.",
  lookAt:
    "How the drain counts: registered only after runBlock returned, keyed by an id that is reused, or reset by rearm.",
  check({ stops }, findings) {
    for (const stop of stops) {
      for (const receipt of stop.receipts) {
        if (stop.inFlight.length > 0) findings.exercised();
        for (const command of stop.before) {
          for (const run of command.runs) {
            if (run.at > receipt.at) {
              findings.violated(
                run.at,
                `the tool of ${command.name} started after the receipt of stop ${stop.name}, which had given it up`,
                command,
                stop,
              );
            } else if (run.settledAt > receipt.at) {
              findings.violated(
                receipt.at,
                `stop ${stop.name} was receipted while the tool of ${command.name} was still running`,
                command,
                stop,
              );
            }
          }
        }
      }
    }
  },
});

const receiptAfterRelease = defineRule<DomainFacts>({
  id: "domain/receipt-after-release",
  profile: "domain",
  level: "MUST",
  sentence: "`tool.halted` comes only after that stop's `release` has settled.",
  checks: "At each receipt the first release of that stop has settled.",
  silentWhen:
    "The stop was never released (`domain/one-release-per-halt` judges that), or the host owns resources (`domain/both-resets-attempted`).",
  lookAt: "A release that is called but not awaited.",
  check({ stops, hasResources }, findings) {
    if (hasResources) return;
    for (const stop of stops) {
      const [release] = stop.releases;
      if (release === undefined) continue;
      for (const receipt of stop.receipts) {
        findings.exercised();
        if (release.settledAt > receipt.at) {
          findings.violated(receipt.at, `stop ${stop.name} was receipted before its release had settled`, stop);
        }
      }
    }
  },
});

const oneReleasePerHalt = defineRule<DomainFacts>({
  id: "domain/one-release-per-halt",
  profile: "domain",
  level: "MUST",
  sentence: "Exactly one `release` for each stop generation, with the order it was given, unchanged.",
  checks:
    "Counts the releases of each stop and compares their orders; a release that belongs to no stop is one too many.",
  silentWhen: "The host owns resources (`domain/both-resets-attempted`), or a haltToolDomain ran out of its budget.",
  lookAt: "Every path that leads to release: a second halt, an error path, a fallback beside the normal one.",
  check(facts, findings) {
    for (const stop of facts.stops) {
      const [first, second] = stop.releases;
      const owedAt = releaseOwedAt(facts, stop);
      if (first !== undefined || owedAt < Infinity) findings.exercised();
      if (second !== undefined) findings.violated(second.at, `stop ${stop.name} was released a second time`, stop);
      if (isMissing(owedAt, first?.at) && !isAfterSinkFault(facts, owedAt)) {
        findings.violated(owedAt, missingRelease(stop, first !== undefined), stop);
      }
      for (const { at, order } of stop.releases) {
        if (order.reason !== stop.reason || (stop.budget === undefined && order.haltId !== stop.id)) {
          const [want, got] = [{ haltId: stop.id, reason: stop.reason }, order].map((value) => JSON.stringify(value));
          findings.violated(at, `stop ${stop.name} was released with the order ${got} instead of ${want}`, stop);
        }
      }
    }
    if (facts.hasResources) return;
    for (const { at, order } of facts.strayReleases) {
      findings.violated(at, `a release with the order ${JSON.stringify(order)}, which nobody gave`);
    }
  },
});

function missingRelease(stop: StopFact, later: boolean): string {
  const end = later ? "it came only later" : "none ever came";
  return `stop ${stop.name} had drained and everything was at rest, without its release; ${end}`;
}

const oneReceiptPerHalt = defineRule<DomainFacts>({
  id: "domain/one-receipt-per-halt",
  profile: "domain",
  level: "MUST",
  sentence: "Exactly one receipt for each stop generation whose tools and release settle; it names that `haltId`.",
  checks: "Counts the receipts of each stop; a receipt that names no stop is one too many.",
  silentWhen:
    "A tool or the release of the stop hangs, a haltToolDomain ran out of its budget, or the sink threw before.",
  lookAt: "The end of the drain: who emits the receipt, and whether a second path can reach it.",
  check(facts, findings) {
    for (const stop of facts.stops) {
      const [first, second] = stop.receipts;
      const owedAt = receiptOwedAt(facts, stop);
      if (first !== undefined || owedAt < Infinity) findings.exercised();
      if (second !== undefined) findings.violated(second.at, `stop ${stop.name} was receipted a second time`, stop);
      if (isMissing(owedAt, first?.at) && !isAfterSinkFault(facts, owedAt)) {
        const end = first === undefined ? "none ever came" : "it came only later";
        findings.violated(
          owedAt,
          `the tools and the release of stop ${stop.name} had settled, without its receipt; ${end}`,
          stop,
        );
      }
    }
    for (const { at, event } of facts.strayReceipts) {
      findings.violated(at, `a receipt that names ${JSON.stringify(event.haltId)}, which is no stop`);
    }
  },
});

const preStopResultsDropped = defineRule<DomainFacts>({
  id: "domain/pre-stop-results-dropped",
  profile: "domain",
  level: "MUST",
  sentence:
    "After `halt` has been called, no outcome is ever emitted for a command admitted before it: not while draining, not after the receipt, not after `rearm`, not when it had settled but was not yet emitted.",
  checks: "No outcome comes after the first stop since the admission of its command.",
  lookAt: "The stop check at the moment of emission: a flag that rearm clears again, or a check made before an await.",
  check({ commands }, findings) {
    for (const command of commands) {
      if (command.stoppedAt === Infinity || !isAdmitted(command)) continue;
      const undelivered = command.outcomes.every(({ at }) => at > command.stoppedAt);
      if (undelivered && settlement(command) < Infinity) findings.exercised();
      for (const { at, event } of command.outcomes) {
        if (at > command.stoppedAt) {
          findings.violated(
            at,
            `${event.kind} of ${command.name} was emitted although a stop had been called since its admission`,
            command,
          );
        }
      }
    }
  },
});

const rejectsWhileStopped = defineRule<DomainFacts>({
  id: "domain/rejects-while-stopped",
  profile: "domain",
  level: "MUST",
  sentence:
    "A command handled while stopped gives exactly one `tool.rejected` and never reaches the runner; no other command is ever rejected.",
  checks: "Counts the rejections and the runs of every command.",
  silentWhen: "A haltToolDomain has settled and no rearm came: then a command is either rejected once or run.",
  lookAt: "The moment from which handle knows of the stop: it has to be the very call of halt.",
  check(facts, findings) {
    for (const command of facts.commands) checkRejection(facts, command, findings);
    for (const { at, event, command } of facts.emits) {
      if (event.kind === "tool.rejected" && command === undefined) {
        findings.violated(at, `tool.rejected for ${JSON.stringify(event.commandId)}, a command that nobody handled`);
      }
    }
  },
});

function checkRejection(
  facts: DomainFacts,
  command: CommandFact,
  findings: Parameters<typeof rejectsWhileStopped.check>[1],
): void {
  const { name, admission, rejections, runs } = command;
  const [first, second] = rejections;
  if (admission === "admitted") {
    if (first !== undefined)
      findings.violated(first.at, `${name} was rejected although the domain was not stopped`, command);
    return;
  }
  if (admission === "stopped") {
    findings.exercised();
    const owedAt = facts.quietAfter(command.at);
    if (isMissing(owedAt, first?.at) && !isAfterSinkFault(facts, owedAt)) {
      findings.violated(
        owedAt,
        `${name} was handled while stopped, everything is at rest, and it was not rejected`,
        command,
      );
    }
  }
  if (second !== undefined) findings.violated(second.at, `${name} was rejected a second time`, command);
  const [run] = runs;
  if (run !== undefined && (admission === "stopped" || first !== undefined)) {
    findings.violated(
      run.at,
      `the tool of ${name} was started although the domain was stopped when it was handled`,
      command,
    );
  }
}

const silentAfterReceipt = defineRule<DomainFacts>({
  id: "domain/silent-after-receipt",
  profile: "domain",
  level: "MUST",
  sentence:
    "While the stop in force has been receipted, nothing is emitted but rejections and receipts of other stops.",
  checks:
    "Between a receipt and the next rearm or new stop: no outcome, no second receipt of that stop, no other event.",
  lookAt: "Results that are delivered late, after the drain they belong to has ended.",
  check({ emits, stops, commands, repeats }, findings) {
    for (const stop of stops) {
      const from = stop.receipts[0]?.at ?? Infinity;
      const to = Math.min(stop.liftedAt, stop.replacedAt, stop.budget === undefined ? Infinity : stop.settledAt);
      if (commands.some(({ at }) => at > from && at < to) || repeats.some(({ at }) => at > from && at < to))
        findings.exercised();
      for (const emit of emits) {
        if (emit.at <= from || emit.at >= to) continue;
        const { kind } = emit.event;
        const allowed = kind === "tool.rejected" || (kind === "tool.halted" && !stop.receipts.includes(emit));
        if (allowed) continue;
        const what = isOutcome(emit) && emit.command !== undefined ? `${kind} of ${emit.command.name}` : kind;
        findings.violated(
          emit.at,
          `${what} was emitted after the receipt of stop ${stop.name}, which is in force`,
          stop,
        );
      }
    }
  },
});

/** The rules about one stop: drain, release, receipt. */
export const stopRules = [
  receiptAfterDrain,
  receiptAfterRelease,
  oneReleasePerHalt,
  oneReceiptPerHalt,
  preStopResultsDropped,
  rejectsWhileStopped,
  silentAfterReceipt,
];
