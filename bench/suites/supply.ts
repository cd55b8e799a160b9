/** Things that are made before a block and used up in it: what the caller brings is no part of what an executor costs. */
export class Supply<T> {
  #items: T[] = [];
  #next = 0;
  #made = 0;
  readonly #make: (index: number) => T;

  /** @param make makes the thing of that index, counted from 0. */
  constructor(make: (index: number) => T) {
    this.#make = make;
  }

  /** How many were taken so far: the index of the next one. */
  get taken(): number {
    return this.#made - this.#items.length + this.#next;
  }

  /** Makes sure that the next `count` are there; those that were taken are forgotten. */
  ready(count: number): void {
    this.#items = this.#items.slice(this.#next);
    this.#next = 0;
    while (this.#items.length < count) {
      this.#items.push(this.#make(this.#made));
      this.#made += 1;
    }
  }

  take(): T {
    const item = this.#items[this.#next];
    if (item === undefined) throw new Error("Expected `prepare` with as many operations as `run`");
    this.#next += 1;
    return item;
  }
}
