import type { DomainCapabilities } from "../../contract/domain.ts";

interface Stop {
  /** The kit's name: the halt id, or the name of a `stop` step. */
  readonly name: string;
  /** The id the executor uses for it; of a `haltToolDomain` it is not known until it shows. */
  id: string | undefined;
  readonly budgeted: boolean;
  receipted: boolean;
  settled: boolean;
  lifted: boolean;
}

/**
 * Which stops the kit asked for, so that it asks only for what the contract decides: a step whose meaning is open, or
 * that needs a capability the adapter does not declare, is not enabled.
 */
export class StopLedger {
  readonly #capabilities: DomainCapabilities;
  readonly #stops: Stop[] = [];

  constructor(capabilities: DomainCapabilities) {
    this.#capabilities = capabilities;
  }

  get isStopped(): boolean {
    return this.#stops.some(({ lifted }) => !lifted);
  }

  /** Only stops of `haltToolDomain` that have settled stand: the executor may admit or reject. */
  get mayBeStopped(): boolean {
    const standing = this.#stops.filter(({ lifted }) => !lifted);
    return standing.length > 0 && standing.every(({ budgeted, settled }) => budgeted && settled);
  }

  /** What a used id means while the executor may or may not be stopped is not decided. */
  mayHalt(haltId: string): boolean {
    return !this.mayBeStopped || !this.#stops.some(({ budgeted, id }) => !budgeted && id === haltId);
  }

  /** A halt was called. False: its id had been used before. */
  halted(haltId: string): boolean {
    if (this.#stops.some(({ budgeted, id }) => !budgeted && id === haltId)) return false;
    this.#add(haltId, haltId);
    return true;
  }

  stopped(name: string): void {
    this.#add(name, undefined);
  }

  haltSettled(haltId: string): void {
    const stop = this.#stops.find(({ budgeted, id }) => !budgeted && id === haltId);
    if (stop !== undefined) stop.settled = true;
  }

  stopSettled(name: string): void {
    const stop = this.#budgeted(name);
    if (stop !== undefined) stop.settled = true;
  }

  /** A release or a receipt shows an id; one the kit did not give belongs to the `haltToolDomain` that lacks one. */
  idSeen(id: string): void {
    if (this.#stops.some((stop) => stop.id === id)) return;
    const nameless = this.#stops.find((stop) => stop.id === undefined);
    if (nameless !== undefined) nameless.id = id;
  }

  receipted(id: string): void {
    this.idSeen(id);
    const stop = this.#stops.findLast((candidate) => candidate.id === id);
    if (stop !== undefined) stop.receipted = true;
  }

  /** What the release of a stop is called by. */
  releaseName(name: string): string | undefined {
    const budgeted = this.#budgeted(name);
    return budgeted === undefined ? name : budgeted.id;
  }

  /** One `haltToolDomain` at a time, and none while an earlier one has not shown its id: their ids could not be told apart. */
  mayStop(name: string): boolean {
    return !this.#stops.some((stop) => stop.budgeted && (stop.name === name || !stop.settled || stop.id === undefined));
  }

  mayRearm(haltId: string | undefined): boolean {
    if (haltId !== undefined && this.#capabilities.rearmById !== true) return false;
    if (this.#stops.some((stop) => stop.budgeted && !stop.settled)) return false;
    if (
      this.#capabilities.rearmWhileDraining !== true &&
      this.#stops.some((stop) => !stop.receipted || !stop.settled)
    ) {
      return false;
    }
    if (haltId === undefined) return true;
    // Lifting the newest stop above an older one that was never lifted: whether the older one still holds is not decided.
    const inForce = this.#stops.filter((stop) => !stop.lifted);
    return inForce.length < 2 || inForce.at(-1)?.id !== haltId;
  }

  rearmed(haltId: string | undefined): void {
    for (const stop of this.#stops) if (haltId === undefined || stop.id === haltId) stop.lifted = true;
  }

  #add(name: string, id: string | undefined): void {
    this.#stops.push({ name, id, budgeted: id === undefined, receipted: false, settled: false, lifted: false });
  }

  #budgeted(name: string): Stop | undefined {
    return this.#stops.find((stop) => stop.budgeted && stop.name === name);
  }
}
