/**
 * Something the executor asked of the kit and that the kit has not answered: a tool, a release, a reset.
 *
 * They are answered by steps, or at the end in order of arrival; one that a step declared as hanging is never answered.
 */
export interface Pending {
  readonly kind: "tool" | "release" | "reset";
  /** The number of the call, within its kind. */
  readonly call: number;
  /** What a step calls it by: the kit's name of a command, a halt id, the name of a reset. */
  readonly name: string;
  readonly resolve: (value?: unknown) => void;
  readonly reject: (error: unknown) => void;
  hangs: boolean;
}

/** What is pending, in order of arrival. Small by nature: a scenario has tens of steps. */
export class PendingList {
  #items: Pending[] = [];

  add(pending: Pending): void {
    this.#items.push(pending);
  }

  find(kind: Pending["kind"], name: string): Pending | undefined {
    return this.#items.find((item) => item.kind === kind && item.name === name && !item.hangs);
  }

  oldest(): Pending | undefined {
    return this.#items.find((item) => !item.hangs);
  }

  remove(pending: Pending): void {
    this.#items = this.#items.filter((item) => item !== pending);
  }
}
