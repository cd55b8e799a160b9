/** The commands that were admitted between two stops: how many of them are in flight, and nothing else of them. */
export class Generation {
  inFlight = 0;
  next: Generation | undefined;
  /** Set by the drain that ends the generation: called once it and all before it are empty. */
  reached: (() => void) | undefined;
}

/**
 * Who is in flight, as a count for each generation, in a list from the oldest that is not empty to the newest. A drain waits
 * for whoever is in flight when it begins; it ends the newest generation, so that what comes later is counted apart and
 * cannot hold it back.
 *
 * Invariant: the oldest generation is not empty, or it is the newest. To enter and to leave takes the same time however many
 * commands are in flight and however many drains overlap, and nothing is made for a command.
 */
export class InFlight {
  #oldest = new Generation();
  #newest = this.#oldest;

  /** The one that whoever enters now belongs to. */
  get newest(): Generation {
    return this.#newest;
  }

  enter(): Generation {
    const generation = this.#newest;
    generation.inFlight += 1;
    return generation;
  }

  leave(generation: Generation): void {
    generation.inFlight -= 1;
    if (generation.inFlight === 0) this.#endReachedDrains();
  }

  /** Resolves once everyone who is in flight now has left. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      const ended = this.#newest;
      ended.reached = resolve;
      this.#newest = ended.next = new Generation();
      this.#endReachedDrains();
    });
  }

  #endReachedDrains(): void {
    for (let oldest = this.#oldest; oldest.inFlight === 0 && oldest.next !== undefined; oldest = oldest.next) {
      this.#oldest = oldest.next;
      oldest.reached?.();
    }
  }
}
