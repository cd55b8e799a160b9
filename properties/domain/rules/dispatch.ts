import { defineRule } from "../../../src/contract/rule.ts";
import type { CommandFact, DomainFacts } from "../facts.ts";
import { isAdmitted, isAfterSinkFault, startOwedAt } from "../owed.ts";

const handleReturnsAtOnce = defineRule<DomainFacts>({
  id: "domain/handle-returns-at-once",
  profile: "domain",
  level: "MUST",
  sentence: "`handle` returns nothing, synchronously, before the tool settles and before any reaction runs.",
  checks:
    "Every call of `handle` comes back, and none returns a thenable. Calling the runner synchronously inside `handle` is allowed.",
  lookAt:
    "An `async` handle, or a handle that returns the tool's promise: the dispatch path would wait for the slowest tool.",
  check({ commands, escapes }, findings) {
    for (const { at, message, during } of escapes) {
      if (during === "handle") findings.violated(at, `handle does not come back: ${message}`);
    }
    for (const command of commands) {
      findings.exercised();
      if (command.returned === "thenable") {
        findings.violated(
          command.returnedAt,
          `handle(${command.name}) returned a promise; it must return nothing`,
          command,
        );
      }
    }
  },
});

const handleNeverThrows = defineRule<DomainFacts>({
  id: "domain/handle-never-throws",
  profile: "domain",
  level: "MUST",
  sentence: "Whatever runner and sink do, a synchronous throw included, nothing is thrown at the caller of `handle`.",
  checks: "No call of `handle` throws.",
  lookAt:
    "Where handle calls the runner or the sink without a guard: `runBlock` may throw before it returns a promise.",
  check({ commands }, findings) {
    for (const command of commands) {
      findings.exercised();
      if (command.threw !== undefined) {
        findings.violated(command.returnedAt, `handle(${command.name}) threw ${command.threw} at its caller`, command);
      }
    }
  },
});

const eachCommandRunsOnce = defineRule<DomainFacts>({
  id: "domain/each-command-runs-once",
  profile: "domain",
  level: "MUST",
  sentence:
    "An admitted command reaches the runner exactly once, its four fields unchanged (never more than once; not at all only if given up).",
  checks: "Counts the calls of `runBlock` for each admitted command and compares the four fields.",
  silentWhen: "A stop comes before the tool has started: the command may be given up.",
  lookAt:
    "The path from handle to runBlock: a command lost while others are in flight, started twice, or rebuilt with a field left out.",
  check(facts, findings) {
    for (const command of facts.commands) {
      if (!isAdmitted(command)) continue;
      const [first, second] = command.runs;
      const owedAt = startOwedAt(facts, command);
      if (first !== undefined || owedAt < Infinity) findings.exercised();
      if (second !== undefined) findings.violated(second.at, `the tool of ${command.name} was started twice`, command);
      if (first === undefined && owedAt < Infinity && !isAfterSinkFault(facts, owedAt)) {
        findings.violated(
          owedAt,
          `${command.name} was admitted, everything is at rest, and its tool was never started`,
          command,
        );
      }
      if (first !== undefined && !sameFields(command, first.given)) {
        findings.violated(
          first.at,
          `${command.name} reached the runner changed: ${difference(command, first.given)}`,
          command,
        );
      }
    }
    for (const run of facts.runs) {
      if (run.command === undefined) findings.violated(run.at, "the runner was given a command that nobody handled");
    }
  },
});

const batchRunsConcurrently = defineRule<DomainFacts>({
  id: "domain/batch-runs-concurrently",
  profile: "domain",
  level: "MUST",
  sentence:
    "No admitted command waits for another to settle, whatever its `mode`: scheduling is decided elsewhere. Starting a reaction or a tick later is fine.",
  checks: "A command handled while another is in flight has started at the first quiescent point.",
  silentWhen: "A stop comes before that point.",
  lookAt: "A queue, a chain of promises or a branch on `mode` inside the domain.",
  check(facts, findings) {
    for (const command of facts.commands) {
      if (!isAdmitted(command) || !facts.commands.some((other) => inFlightBeside(other, command))) continue;
      const owedAt = startOwedAt(facts, command);
      if (owedAt === Infinity || isAfterSinkFault(facts, owedAt)) continue;
      findings.exercised();
      const startedAt = command.runs[0]?.at ?? Infinity;
      if (startedAt > owedAt) {
        findings.violated(owedAt, `${command.name} had not started at rest while another tool was in flight`, command);
      }
    }
  },
});

function inFlightBeside(other: CommandFact, command: CommandFact): boolean {
  return (
    other !== command &&
    other.at < command.at &&
    isAdmitted(other) &&
    (other.runs.length === 0
      ? other.stoppedAt > command.at
      : other.runs.some(({ settledAt }) => settledAt > command.at))
  );
}

function sameFields({ given }: CommandFact, ran: CommandFact["given"]): boolean {
  return (
    given.commandId === ran.commandId &&
    given.dlineTid === ran.dlineTid &&
    given.turnId === ran.turnId &&
    given.mode === ran.mode
  );
}

function difference({ given }: CommandFact, ran: CommandFact["given"]): string {
  const fields = ["commandId", "dlineTid", "turnId", "mode"] as const;
  const changed = fields.filter((field) => given[field] !== ran[field]);
  return changed
    .map((field) => `${field} ${JSON.stringify(given[field])} became ${JSON.stringify(ran[field])}`)
    .join(", ");
}

/** The rules about the way from `handle` to the runner. */
export const dispatchRules = [handleReturnsAtOnce, handleNeverThrows, eachCommandRunsOnce, batchRunsConcurrently];
