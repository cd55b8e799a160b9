import { defineRule } from "../../../src/contract/rule.ts";
import type { CommandFact, DomainFacts, EmitFact, RunFact } from "../facts.ts";
import { isAdmitted, isAfterSinkFault, isMissing, outcomeOwedAt, receiptOwedAt, releaseOwedAt } from "../owed.ts";

const oneOutcomePerCommand = defineRule<DomainFacts>({
  id: "domain/one-outcome-per-command",
  profile: "domain",
  level: "MUST",
  sentence: "An admitted command whose tool settles, with no stop since its admission, yields exactly one outcome.",
  checks:
    "At the first quiescent point after the tool settled there is one outcome of that command, and never a second.",
  silentWhen: "A stop comes first, or the sink threw before: `domain/sink-fault-contained` judges that.",
  lookAt:
    "An outcome held back until something else happens, lost on one of the two settlement paths, or emitted on both.",
  check(facts, findings) {
    for (const command of facts.commands) {
      if (!isAdmitted(command)) continue;
      const owedAt = outcomeOwedAt(facts, command);
      if (owedAt < Infinity) findings.exercised();
      const [first, second] = command.outcomes;
      if (isMissing(owedAt, first?.at) && !isAfterSinkFault(facts, owedAt)) {
        const later = first === undefined ? "none ever came" : "it came only later";
        findings.violated(
          owedAt,
          `the tool of ${command.name} had settled and everything was at rest, without an outcome; ${later}`,
          command,
        );
      }
      if (second !== undefined && first?.sinkThrows === false) {
        findings.violated(
          second.at,
          `${command.name} has a second outcome, ${second.event.kind} after ${first.event.kind}`,
          command,
        );
      }
    }
  },
});

const outcomeMatchesTool = defineRule<DomainFacts>({
  id: "domain/outcome-matches-tool",
  profile: "domain",
  level: "MUST",
  sentence:
    "A fulfilled tool gives `tool.block_result`; a rejected or throwing one (any value, `undefined` included) gives `tool.block_failed` with a string `message`.",
  checks: "The kind of each outcome against how its tool settled, and the type of `message`.",
  silentWhen: "The sink threw at an earlier outcome of the same command.",
  lookAt: "A check such as `if (error)`, or `error.message` read from a value that has none.",
  check({ commands }, findings) {
    for (const command of commands) {
      for (const outcome of command.outcomes) {
        const run = settledBefore(command, outcome);
        if (run === undefined || followsSinkFault(command, outcome)) continue;
        findings.exercised();
        const expected = run.how === "fulfilled" ? "tool.block_result" : "tool.block_failed";
        if (outcome.event.kind !== expected) {
          const how = run.how === "fulfilled" ? "was fulfilled" : `failed with ${run.thrown}`;
          findings.violated(
            outcome.at,
            `the tool of ${command.name} ${how}, and ${outcome.event.kind} was emitted`,
            command,
          );
        } else if (outcome.event.hasMessage === false) {
          findings.violated(
            outcome.at,
            `the tool.block_failed of ${command.name} has no string message (it threw ${run.thrown})`,
            command,
          );
        }
      }
    }
  },
});

const outcomeCarriesIdentity = defineRule<DomainFacts>({
  id: "domain/outcome-carries-identity",
  profile: "domain",
  level: "MUST",
  sentence: "An outcome carries the `commandId`, `dlineTid` and `turnId` of its command; a rejection the first two.",
  checks: "The ids of each event against those of the command it fits best.",
  lookAt:
    "Where the event is built: a field left out, or ids taken from a variable that a later command has overwritten.",
  check({ emits }, findings) {
    for (const { at, event, command } of emits) {
      if (command === undefined) continue;
      findings.exercised();
      const fields =
        event.kind === "tool.rejected"
          ? (["commandId", "dlineTid"] as const)
          : (["commandId", "dlineTid", "turnId"] as const);
      for (const field of fields) {
        if (event[field] === command.given[field]) continue;
        const [want, got] = [command.given[field], event[field]].map((id) => JSON.stringify(id));
        findings.violated(
          at,
          `the ${event.kind} of ${command.name} carries ${field} ${got}; its command has ${want}`,
          command,
        );
      }
    }
  },
});

const noOutcomeBeforeSettlement = defineRule<DomainFacts>({
  id: "domain/no-outcome-before-settlement",
  profile: "domain",
  level: "MUST",
  sentence: "No outcome for a tool that has not settled, and none for a command nobody handled.",
  checks: "Each outcome belongs to a command whose tool has settled.",
  lookAt: "An outcome emitted when the tool is started, or when a stop takes it away.",
  check({ emits }, findings) {
    for (const emit of emits) {
      if (!isOutcome(emit)) continue;
      findings.exercised();
      const { command, event, at } = emit;
      if (command === undefined) {
        findings.violated(at, `${event.kind} for ${JSON.stringify(event.commandId)}, a command that nobody handled`);
      } else if (settledBefore(command, emit) === undefined) {
        findings.violated(at, `${event.kind} of ${command.name}, whose tool has not settled`, command);
      }
    }
  },
});

const failureKeepsCause = defineRule<DomainFacts>({
  id: "domain/failure-keeps-cause",
  profile: "domain",
  level: "SHOULD",
  capabilities: ["cause"],
  sentence: "`cause` is the thrown value itself.",
  checks: "The identity of `cause` in each `tool.block_failed`; an absent one equals `undefined`.",
  lookAt: "A cause that is wrapped, cloned or turned into a string.",
  check({ commands }, findings) {
    for (const command of commands) {
      for (const outcome of command.outcomes) {
        const run = settledBefore(command, outcome);
        if (run === undefined || run.how === "fulfilled" || outcome.event.kind !== "tool.block_failed") continue;
        findings.exercised();
        const cause = outcome.event.cause ?? "undefined";
        if (cause !== run.thrown) {
          findings.violated(
            outcome.at,
            `the tool of ${command.name} threw ${run.thrown}; the cause of its failure is ${cause}`,
            command,
          );
        }
      }
    }
  },
});

const sinkFaultContained = defineRule<DomainFacts>({
  id: "domain/sink-fault-contained",
  profile: "domain",
  level: "SHOULD",
  sentence: "A sink that throws neither loses later events nor turns a success into a failure.",
  checks:
    "After an emission that threw: every outcome, rejection and receipt that is owed comes, and no success is followed by a failure of the same command.",
  lookAt:
    "An emission inside the same `try` or promise chain as the tool, or a throw that leaves the accounting of what is in flight half done.",
  check(facts, findings) {
    if (facts.sinkFaultAt === Infinity) return;
    findings.exercised();
    for (const command of facts.commands) {
      const [first, second] = command.outcomes;
      if (first?.sinkThrows === true && second !== undefined && second.event.kind !== first.event.kind) {
        findings.violated(
          second.at,
          `the sink threw at the ${first.event.kind} of ${command.name}, and it became ${second.event.kind}`,
          command,
        );
      }
      const owedAt = isAdmitted(command) ? outcomeOwedAt(facts, command) : Infinity;
      if (isMissing(owedAt, first?.at) && isAfterSinkFault(facts, owedAt)) {
        findings.violated(owedAt, `the sink threw once, and the outcome of ${command.name} was lost`, command);
      }
    }
    for (const stop of facts.stops) {
      for (const [what, owedAt, came] of [
        ["release", releaseOwedAt(facts, stop), stop.releases[0]],
        ["receipt", receiptOwedAt(facts, stop), stop.receipts[0]],
      ] as const) {
        if (isMissing(owedAt, came?.at) && isAfterSinkFault(facts, owedAt)) {
          findings.violated(owedAt, `the sink threw once, and the ${what} of stop ${stop.name} was lost`, stop);
        }
      }
    }
  },
});

export function isOutcome({ event }: EmitFact): boolean {
  return event.kind === "tool.block_result" || event.kind === "tool.block_failed";
}

function settledBefore(command: CommandFact, { at }: EmitFact): RunFact | undefined {
  return command.runs.find(({ settledAt }) => settledAt < at);
}

function followsSinkFault(command: CommandFact, outcome: EmitFact): boolean {
  return command.outcomes.some(({ at, sinkThrows }) => sinkThrows && at < outcome.at);
}

/** The rules about what becomes of a tool that settles. */
export const outcomeRules = [
  oneOutcomePerCommand,
  outcomeMatchesTool,
  outcomeCarriesIdentity,
  noOutcomeBeforeSettlement,
  failureKeepsCause,
  sinkFaultContained,
];
