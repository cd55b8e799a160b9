import { defineRule } from "../../../src/contract/rule.ts";
import type { CommandFact, DomainFacts, StopFact } from "../facts.ts";
import {
  isAdmitted,
  isAfterSinkFault,
  isMissing,
  outcomeOwedAt,
  releasedAt,
  settlement,
  startOwedAt,
} from "../owed.ts";

const rearmReadmits = defineRule<DomainFacts>({
  id: "domain/rearm-readmits",
  profile: "domain",
  level: "MUST",
  sentence: "After `rearm`, commands are admitted again.",
  checks:
    "A command handled after a rearm that lifted the stop is not rejected and is started; the rearm does not throw.",
  lookAt: "Whether rearm clears everything that halt set.",
  check(facts, findings) {
    for (const rearm of facts.rearms) {
      if (rearm.effect === "lifts" && rearm.threw !== undefined)
        findings.violated(rearm.at, `rearm threw ${rearm.threw}`, rearm);
    }
    for (const command of facts.commands) {
      if (command.lastRearm !== "lifts") continue;
      const owedAt = startOwedAt(facts, command);
      const [rejection] = command.rejections;
      if (owedAt < Infinity || rejection !== undefined) findings.exercised();
      if (rejection !== undefined) {
        findings.violated(rejection.at, `${command.name} was handled after rearm, and rejected`, command);
      } else if (isMissing(owedAt, command.runs[0]?.at) && !isAfterSinkFault(facts, owedAt)) {
        findings.violated(owedAt, `${command.name} was handled after rearm, and its tool was not started`, command);
      }
    }
  },
});

const rearmIsolatesGenerations = defineRule<DomainFacts>({
  id: "domain/rearm-isolates-generations",
  profile: "domain",
  level: "MUST",
  capabilities: ["rearmWhileDraining"],
  sentence:
    "Work admitted after `rearm` gets its outcome although an older stop is still draining, and a later halt waits for it.",
  checks:
    "For commands admitted while an older stop lacks its receipt: the outcome comes when it is owed, and no later stop is receipted before they settle.",
  lookAt: "A single `stopping` flag or a single drain promise shared by all generations.",
  check(facts, findings) {
    for (const command of facts.commands) {
      if (command.lastRearm !== "lifts" || !facts.stops.some((stop) => isDrainingAt(stop, command))) continue;
      const owedAt = outcomeOwedAt(facts, command);
      if (owedAt < Infinity) findings.exercised();
      if (isMissing(owedAt, command.outcomes[0]?.at) && !isAfterSinkFault(facts, owedAt)) {
        findings.violated(
          owedAt,
          `${command.name} was admitted after rearm while an older stop was draining, and has no outcome`,
          command,
        );
      }
      for (const stop of facts.stops) {
        if (!stop.inFlight.includes(command)) continue;
        findings.exercised();
        const [receipt] = stop.receipts;
        if (receipt !== undefined && receipt.at < settlement(command)) {
          findings.violated(
            receipt.at,
            `stop ${stop.name} did not wait for ${command.name}, admitted after an earlier rearm`,
            command,
            stop,
          );
        }
      }
    }
  },
});

const oldReceiptNotDelayed = defineRule<DomainFacts>({
  id: "domain/old-receipt-not-delayed",
  profile: "domain",
  level: "SHOULD",
  capabilities: ["rearmWhileDraining"],
  sentence: "An older stop's receipt does not wait for work admitted after its `rearm`.",
  checks:
    "While later work is in flight, a stop whose own tools and release have settled has its release and its receipt at rest.",
  silentWhen: "An older stop is not through, or the stop came from haltToolDomain.",
  lookAt: "A drain that waits until nothing at all is in flight; wait for what was admitted before that stop.",
  check(facts, findings) {
    facts.stops.forEach((stop, index) => {
      if (stop.budget !== undefined || stop.liftedAt === Infinity) return;
      const older = Math.max(-1, ...facts.stops.slice(0, index).map(({ receipts }) => receipts[0]?.at ?? Infinity));
      const drained = Math.max(
        stop.at,
        older,
        ...stop.before.flatMap(({ runs }) => runs.map(({ settledAt }) => settledAt)),
      );
      const steps = [
        ["release", drained, facts.hasResources ? Infinity : (stop.releases[0]?.at ?? Infinity)],
        ["receipt", Math.max(drained, releasedAt(facts, stop)), stop.receipts[0]?.at ?? Infinity],
      ] as const;
      for (const [what, from, came] of steps) {
        if (from === Infinity || (what === "release" && facts.hasResources)) continue;
        const owedAt = facts.quietAfter(from);
        const later = facts.commands.find((command) => command.at > stop.liftedAt && isInFlightAt(command, owedAt));
        if (later === undefined || isAfterSinkFault(facts, owedAt)) continue;
        findings.exercised();
        if (isMissing(owedAt, came)) {
          findings.violated(
            owedAt,
            `the ${what} of stop ${stop.name} waits for ${later.name}, which was admitted after its rearm`,
            stop,
          );
        }
      }
    });
  },
});

const rearmUnstoppedIsNoop = defineRule<DomainFacts>({
  id: "domain/rearm-unstopped-is-noop",
  profile: "domain",
  level: "MUST",
  sentence: "`rearm` on a domain that is not stopped changes nothing.",
  checks:
    "Work in flight over such a rearm still gets its outcome, and what is handled after it is started and not rejected.",
  lookAt: "A rearm that starts a new generation whatever the state, so that results of the running one look stale.",
  check(facts, findings) {
    for (const rearm of facts.rearms) {
      if (rearm.effect !== "nothing-to-lift") continue;
      if (rearm.threw !== undefined)
        findings.violated(rearm.at, `rearm on a domain that was not stopped threw ${rearm.threw}`, rearm);
      for (const command of facts.commands) {
        if (!isAdmitted(command) || command.at > rearm.at || settlement(command) < rearm.at) continue;
        const owedAt = outcomeOwedAt(facts, command);
        if (owedAt < Infinity) findings.exercised();
        if (isMissing(owedAt, command.outcomes[0]?.at) && !isAfterSinkFault(facts, owedAt)) {
          findings.violated(
            owedAt,
            `rearm while ${command.name} was in flight, with nothing to lift, lost its outcome`,
            command,
            rearm,
          );
        }
      }
    }
    for (const command of facts.commands) {
      if (command.lastRearm !== "nothing-to-lift") continue;
      const owedAt = startOwedAt(facts, command);
      if (owedAt < Infinity) findings.exercised();
      if (isMissing(owedAt, command.runs[0]?.at) && !isAfterSinkFault(facts, owedAt)) {
        findings.violated(owedAt, `after a rearm with nothing to lift ${command.name} was not started`, command);
      }
    }
  },
});

const staleRearmIgnored = defineRule<DomainFacts>({
  id: "domain/stale-rearm-ignored",
  profile: "domain",
  level: "MUST",
  capabilities: ["rearmById"],
  sentence: "`rearm(id)` lifts only the stop of that id; a newer stop stays in force.",
  checks:
    "A command handled after a rearm that named another stop than the one in force is rejected and never started.",
  lookAt: "A rearm that does not compare its id with the stop in force.",
  check(facts, findings) {
    for (const command of facts.commands) {
      if (command.lastRearm !== "names-another" || command.admission !== "stopped") continue;
      findings.exercised();
      const [run] = command.runs;
      const owedAt = facts.quietAfter(command.at);
      if (run !== undefined) {
        findings.violated(
          run.at,
          `rearm named another stop than the one in force, and ${command.name} was admitted`,
          command,
        );
      } else if (isMissing(owedAt, command.rejections[0]?.at) && !isAfterSinkFault(facts, owedAt)) {
        findings.violated(
          owedAt,
          `rearm named another stop than the one in force, and ${command.name} was not rejected`,
          command,
        );
      }
    }
  },
});

function isDrainingAt(stop: StopFact, command: CommandFact): boolean {
  return stop.at < command.at && (stop.receipts[0]?.at ?? Infinity) > command.at;
}

function isInFlightAt(command: CommandFact, at: number): boolean {
  return isAdmitted(command) && command.runs.some((run) => run.at < at && run.settledAt > at);
}

/** The rules about `rearm`. */
export const rearmRules = [
  rearmReadmits,
  rearmIsolatesGenerations,
  oldReceiptNotDelayed,
  rearmUnstoppedIsNoop,
  staleRearmIgnored,
];
