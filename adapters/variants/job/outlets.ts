import type { JobHost, JobSnapshot, JobSpec, OwnerToken } from "executor-conformance";
import type { JobEntry } from "./record.ts";
import type { Policy } from "./policy.ts";

const NOTICE_HOPS = 4;

/** Calls of listener and hooks, contained, when the policy says. */
export class Outlets {
  readonly #host: JobHost;
  readonly #when: Policy["notices"];
  readonly #waiting = new Map<() => void, NodeJS.Timeout>();
  #isClosed = false;

  constructor(host: JobHost, when: Policy["notices"]) {
    this.#host = host;
    this.#when = when;
  }

  present(spec: JobSpec, state: "pending" | "running" | "completed", shown: JobSnapshot): void {
    contain(() => spec.present?.(state, shown));
  }

  announce(entry: JobEntry): void {
    const tell = (): void => this.#tell(entry.snapshot(), entry.spec.owner);
    if (this.#when === "a-tick-later") this.#tellInATick(tell);
    else if (this.#when === "reactions-later") void hops(NOTICE_HOPS).then(tell);
    else tell();
  }

  /** Tells what is waiting; nothing is told afterwards. */
  close(): void {
    for (const [tell, timer] of this.#waiting) {
      clearTimeout(timer);
      tell();
    }
    this.#waiting.clear();
    this.#isClosed = true;
  }

  #tellInATick(tell: () => void): void {
    const timer = setTimeout(() => {
      this.#waiting.delete(tell);
      tell();
    }, 0);
    this.#waiting.set(tell, timer);
  }

  #tell(shown: JobSnapshot, owner: OwnerToken | undefined): void {
    if (!this.#isClosed) contain(() => this.#host.completed(shown, owner));
  }
}

const settled = Promise.resolve();

/** Resolves after so many reactions. */
export async function hops(count: number): Promise<void> {
  for (let hop = 0; hop < count; hop += 1) await settled;
}

function contain(call: () => unknown): void {
  try {
    const returned = call();
    if (returned instanceof Promise) returned.catch(() => {});
  } catch {
    // Not the runtime's fault.
  }
}
