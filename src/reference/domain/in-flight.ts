/**
 * A place in the order of arrival: of a command that is running, or of a drain that waits for those before it. Both, and
 * the ends of the list, are of one class: the engine handles links of a single shape markedly faster.
 */
export class Place {
  /** A place that is in no list is its own neighbour. */
  previous: Place = this;
  next: Place = this;
  /** Only for a drain: called when nothing is left before it. */
  readonly reached: (() => void) | undefined;

  constructor(reached?: () => void) {
    this.reached = reached;
  }
}

/**
 * Who is in flight, as a doubly linked list through the places themselves, in order of arrival.
 *
 * Invariant: no drain is at the front. One that gets there has nothing left before it and is done; what came later stands
 * behind it and cannot hold it back. Every operation takes the same time, however many commands are in flight and however
 * many drains overlap, and nothing is kept of a command that has left.
 */
export class InFlight {
  /** Comes before the oldest place and after the newest, so that every place has two neighbours. */
  readonly #ends = new Place();

  enter(): Place {
    return this.#append(new Place());
  }

  leave(place: Place): void {
    unlink(place);
    this.#endReachedDrains();
  }

  /** Resolves once everyone who is in flight now has left. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#append(new Place(resolve));
      this.#endReachedDrains();
    });
  }

  #append(place: Place): Place {
    const ends = this.#ends;
    const newest = ends.previous;
    place.previous = newest;
    place.next = ends;
    newest.next = place;
    ends.previous = place;
    return place;
  }

  #endReachedDrains(): void {
    for (let oldest = this.#ends.next; oldest.reached !== undefined; oldest = this.#ends.next) {
      unlink(oldest);
      oldest.reached();
    }
  }
}

function unlink(place: Place): void {
  place.previous.next = place.next;
  place.next.previous = place.previous;
  // One that still pointed at its neighbours would keep them from being collected young.
  place.previous = place;
  place.next = place;
}
