import type { JobIdToken } from "../../contract/job-trace.ts";

/** Replaces ids by tokens in order of first appearance, so that random ids leave equal traces. */
export class IdTokens {
  readonly #tokens = new Map<unknown, JobIdToken>();

  of(id: unknown): JobIdToken {
    // A pending job has an empty id by contract: it names nothing.
    if (id === "") return "";
    let token = this.#tokens.get(id);
    if (token === undefined) {
      token = `id${this.#tokens.size + 1}${typeof id === "string" ? "" : ` (no string but ${typeof id})`}`;
      this.#tokens.set(id, token);
    }
    return token;
  }

  isKnown(id: string): boolean {
    return this.#tokens.has(id);
  }

  /** An id that looks like `id` and was never seen. */
  lookalike(id: string): string {
    for (const last of "0123456789abcdef") {
      const candidate = `${id.slice(0, -1)}${last}`;
      if (!this.isKnown(candidate)) return candidate;
    }
    return `${id}-0`;
  }
}
