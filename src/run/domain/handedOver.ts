import type { HaltOrder, ToolRunCommand } from "../../contract/domain.ts";
import type { ThrownKind } from "../../scenario/thrown.ts";
import { sameCommand, sameOrder } from "./copies.ts";

/** A command the kit has handed over, beside the copy it is compared with at the end. */
export interface HandedCommand {
  readonly name: string;
  readonly command: ToolRunCommand;
  readonly copy: Readonly<ToolRunCommand>;
  /** Its tool throws instead of returning a promise. */
  readonly throws: ThrownKind | undefined;
  hangs: boolean;
  runs: number;
  /** The executor was free to admit or to reject it. */
  readonly either: boolean;
  /** It was handled while stopped, or a stop came since: most likely it never runs. */
  stopped: boolean;
}

interface HandedOrder {
  readonly order: HaltOrder;
  readonly copy: Readonly<HaltOrder>;
  readonly throws: ThrownKind | undefined;
}

/** Every object of the kit that the executor was given in one run. */
export class HandedOver {
  readonly #commands: HandedCommand[] = [];
  readonly #orders: HandedOrder[] = [];

  addCommand(command: HandedCommand): void {
    this.#commands.push(command);
  }

  /** A stop came: what has not been run by now may be given up. */
  stopAll(): void {
    for (const command of this.#commands) command.stopped = true;
  }

  addOrder(order: HandedOrder): void {
    this.#orders.push(order);
  }

  byName(name: string): HandedCommand | undefined {
    return this.#commands.find((handed) => handed.name === name);
  }

  sharingIds(command: ToolRunCommand): readonly HandedCommand[] {
    return this.#commands.filter(
      ({ copy }) => copy.commandId === command.commandId || copy.dlineTid === command.dlineTid,
    );
  }

  /** The command that a call of `runBlock` runs: one with equal fields that is still to run, or else a likely one. */
  whoRuns(command: ToolRunCommand): HandedCommand | undefined {
    const equal = this.#commands.filter(({ copy }) => sameCommand(command, copy));
    if (equal.length > 1) {
      const fresh = equal.filter(({ runs }) => runs === 0);
      return fresh.find(({ stopped }) => !stopped) ?? fresh[0] ?? equal[0];
    }
    return equal[0] ?? this.#commands.find(({ copy }) => copy.commandId === command?.commandId);
  }

  releaseThrows(haltId: string): ThrownKind | undefined {
    return this.#orders.find(({ copy }) => copy.haltId === haltId)?.throws;
  }

  /** What no longer equals its copy, each as a phrase. */
  mutated(): readonly string[] {
    const commands = this.#commands.filter(({ command, copy }) => !sameCommand(command, copy));
    const orders = this.#orders.filter(({ order, copy }) => !sameOrder(order, copy));
    return [
      ...commands.map(({ name }) => `the command ${name}`),
      ...orders.map(({ copy }) => `the order of halt ${JSON.stringify(copy.haltId)}`),
    ];
  }
}
