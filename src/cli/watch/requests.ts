/** What somebody asks of a watch. */
export type WatchRequest = "change" | "again" | "quit";

/** The next thing that is asked; several at once are one, and to quit comes before all else. */
export class Requests {
  #pending: WatchRequest | undefined;
  #wake: (() => void) | undefined;

  push(request: WatchRequest): void {
    if (this.#pending !== "quit") this.#pending = request;
    this.#wake?.();
  }

  /** Waits for a request and leaves it where it is. */
  async arrived(): Promise<void> {
    if (this.#pending !== undefined) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  take(): WatchRequest | undefined {
    const request = this.#pending;
    this.#pending = undefined;
    return request;
  }
}
