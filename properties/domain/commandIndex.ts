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
    const command = whoRan(this.commands, given);
    const run: RunFact = {
      at,
      given,
      startedAt: Infinity,
      settledAt: Infinity,
      how: undefined,
      thrown: undefined,
      command,
    };
    this.runs.push(run);
    command?.runs.push(run);
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
