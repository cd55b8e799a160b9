import type { EmittedEvent } from "../../src/contract/domain-trace.ts";
import type { ToolRunCommand } from "../../src/contract/domain.ts";
import { whoEmitted, whoRan } from "./attribution.ts";
import type { CommandFact, EmitFact, RearmFact, RunFact, Seq } from "./facts.ts";
import type { RecordOf } from "./recordOf.ts";

/** The part of the index about commands: handled, run, settled, reported. */
export class CommandIndex {
  readonly commands: CommandFact[] = [];
  readonly runs: RunFact[] = [];

  named(name: string): CommandFact | undefined {
    return this.commands.find((command) => command.name === name);
  }

  handle(
    record: RecordOf<"handle">,
    at: Seq,
    admission: CommandFact["admission"],
    lastRearm: RearmFact["effect"] | undefined,
  ): void {
    this.commands.push({
      name: record.command,
      given: record.given,
      at,
      site: record.site,
      reentrant: record.site !== "step",
      admission,
      lastRearm,
      returnedAt: Infinity,
      returned: "nothing",
      threw: undefined,
      hangs: false,
      stoppedAt: Infinity,
      runs: [],
      outcomes: [],
      rejections: [],
      owed: { start: undefined, outcome: undefined },
    });
  }

  handled(record: RecordOf<"handled">, at: Seq): void {
    const command = this.named(record.command);
    if (command === undefined) return;
    command.returnedAt = at;
    command.returned = record.returned;
    command.threw = record.threw;
  }

  run(given: Readonly<ToolRunCommand>, at: Seq): void {
    const run: RunFact = {
      at,
      given,
      startedAt: Infinity,
      settledAt: Infinity,
      how: undefined,
      thrown: undefined,
      command: undefined,
    };
    this.runs.push(run);
    this.#give(run, whoRan(this.commands, given));
  }

  /**
   * Of commands with equal fields the first may have been given up, so the first run goes to one that was not stopped. A
   * run of the first that comes after all shows that they were run in their order.
   */
  #give(run: RunFact, command: CommandFact | undefined): void {
    if (command === undefined) return;
    const overtaken = command.runs.length === 0 ? this.#ranBefore(command) : undefined;
    const [earlier] = overtaken?.runs.splice(0) ?? [];
    const own = earlier ?? run;
    own.command = command;
    command.runs.push(own);
    if (earlier !== undefined) this.#give(run, overtaken);
  }

  #ranBefore({ at, given }: CommandFact): CommandFact | undefined {
    return this.commands.find(
      (other) =>
        other.at > at && other.runs.length === 1 && other.outcomes.length === 0 && isSameCommand(other.given, given),
    );
  }

  settled(record: RecordOf<"settled">, at: Seq): void {
    const run = this.runs[record.run];
    if (run === undefined) return;
    run.settledAt = at;
    run.how = record.how;
    run.thrown = record.thrown;
  }

  outcome(emit: EmitFact, event: EmittedEvent): void {
    emit.command = whoEmitted(this.commands, event);
    emit.command?.outcomes.push(emit);
  }

  rejection(emit: EmitFact, event: EmittedEvent): void {
    emit.command = whoEmitted(this.commands, event);
    emit.command?.rejections.push(emit);
  }
}

function isSameCommand(one: Readonly<ToolRunCommand>, other: Readonly<ToolRunCommand>): boolean {
  return (
    one.commandId === other.commandId &&
    one.dlineTid === other.dlineTid &&
    one.turnId === other.turnId &&
    one.mode === other.mode
  );
}
