export type EscapeKind = "unhandledRejection" | "uncaughtException";

const EVENTS = ["unhandledRejection", "uncaughtException"] as const;

type Listener = (...args: unknown[]) => void;

/**
 * Catches rejections that nobody handles and exceptions that nobody catches, while a slice runs.
 *
 * The listeners of others (a test runner's) are set aside for that time only, so that a finding about the executor under
 * test does not end the process that hosts the kit.
 */
export class EscapeWatch {
  readonly #own: Readonly<Record<EscapeKind, (error: unknown) => void>>;
  #others: Map<EscapeKind, Listener[]> | undefined;

  constructor(onEscape: (how: EscapeKind, error: unknown) => void) {
    this.#own = {
      unhandledRejection: (error) => onEscape("unhandledRejection", error),
      uncaughtException: (error) => onEscape("uncaughtException", error),
    };
  }

  enter(): void {
    if (this.#others !== undefined) return;
    this.#others = new Map();
    for (const event of EVENTS) {
      this.#others.set(event, process.rawListeners(event) as Listener[]);
      process.removeAllListeners(event);
      process.on(event, this.#own[event]);
    }
  }

  leave(): void {
    if (this.#others === undefined) return;
    for (const event of EVENTS) {
      process.removeListener(event, this.#own[event]);
      for (const listener of this.#others.get(event) ?? []) process.on(event, listener);
    }
    this.#others = undefined;
  }
}
