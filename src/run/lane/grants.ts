/** Something that goes on until a step, or the kit at the end of a run, ends it: a body, a wait. */
export interface Grantable {
  /** Nothing that has to end before it goes on. */
  readonly isFree: boolean;
  grant(): void;
}

/** What goes on, in order of arrival. Small by nature: a scenario has tens of steps. */
export class Grants {
  #open: Grantable[] = [];

  add(item: Grantable): void {
    this.#open.push(item);
  }

  remove(item: Grantable): void {
    this.#open = this.#open.filter((other) => other !== item);
  }

  /** Ends the oldest that is free to end. False: there is none. */
  grantOldest(): boolean {
    const oldest = this.#open.find(({ isFree }) => isFree);
    oldest?.grant();
    return oldest !== undefined;
  }
}
