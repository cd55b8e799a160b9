import type { EmittedEvent } from "../../src/contract/domain-trace.ts";
import type { ToolRunCommand } from "../../src/contract/domain.ts";
import type { CommandFact, RunFact } from "./facts.ts";

/**
 * Which command a call or an event belongs to. Ids may be reused, changed or lost by the executor, so this picks the
 * command that makes the executor look best: nobody is accused for an ambiguity.
 */

/** The command that a call of `runBlock` runs. */
export function whoRan(commands: readonly CommandFact[], given: Readonly<ToolRunCommand>): CommandFact | undefined {
  return best(
    commands,
    (command) => likeness(command, given, given.turnId === command.given.turnId && given.mode === command.given.mode),
    (command) =>
      (command.runs.length === 0 ? 4 : 0) +
      (command.admission === "stopped" ? 0 : 2) +
      (command.stoppedAt === Infinity ? 1 : 0),
  );
}

/** The command that an outcome or a rejection is about. */
export function whoEmitted(commands: readonly CommandFact[], event: EmittedEvent): CommandFact | undefined {
  return best(
    commands,
    // A rejection need not carry the turn.
    (command) => likeness(command, event, event.kind === "tool.rejected" || event.turnId === command.given.turnId),
    event.kind === "tool.rejected" ? rejectability : (command) => outcomeFitness(command, event),
  );
}

function rejectability(command: CommandFact): number {
  const fresh = command.rejections.length === 0 ? 4 : 0;
  const stopped = command.admission === "stopped" ? 2 : command.admission === "either" ? 1 : 0;
  return fresh + stopped;
}

function outcomeFitness(command: CommandFact, event: EmittedEvent): number {
  const run = command.runs.find(({ settledAt }) => settledAt < Infinity);
  const settled = run === undefined ? 0 : 8;
  const fresh = command.outcomes.length === 0 ? 4 : 0;
  const current = command.stoppedAt === Infinity ? 2 : 0;
  return settled + fresh + current + (run !== undefined && isTold(run, event) ? 1 : 0);
}

/** Whether an event tells how that very tool settled. */
function isTold(run: RunFact, event: EmittedEvent): boolean {
  if (event.kind === "tool.block_result") return run.how === "fulfilled";
  return run.how !== "fulfilled" && (event.cause === undefined || event.cause === run.thrown);
}

/** How much the ids speak for a command: all of them, the command id, or the tid alone. */
function likeness(
  { given }: CommandFact,
  ids: Pick<EmittedEvent, "commandId" | "dlineTid">,
  restAgrees: boolean,
): number {
  const sameId = given.commandId === ids.commandId;
  const sameTid = given.dlineTid === ids.dlineTid;
  if (sameId && sameTid) return restAgrees ? 4 : 3;
  if (sameId) return 2;
  return sameTid ? 1 : 0;
}

function best(
  commands: readonly CommandFact[],
  likenessOf: (command: CommandFact) => number,
  fitness: (command: CommandFact) => number,
): CommandFact | undefined {
  let chosen: CommandFact | undefined;
  let highest = 0;
  for (const command of commands) {
    const likely = likenessOf(command);
    if (likely === 0) continue;
    // Likeness decides; fitness only among equals; the earliest among those.
    const score = likely * 16 + fitness(command);
    if (score > highest) {
      highest = score;
      chosen = command;
    }
  }
  return chosen;
}
