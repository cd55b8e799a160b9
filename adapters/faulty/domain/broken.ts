import type { DomainAdapter, DomainHost, HaltOrder, ToolRunCommand } from "executor-conformance";
import { FaultyDomain } from "./executor.ts";

/** Executors that are no small difference away from a correct one. */
const adapters: readonly DomainAdapter[] = [
  { profile: "domain", name: "inert", create: () => ({ handle() {}, halt: async () => {}, rearm() {} }) },
  { profile: "domain", name: "always-throws", create: () => ({ handle: refuse, halt: refuse, rearm: refuse }) },
  { profile: "domain", name: "halt-never-settles", create: (host) => new DeafDomain(host) },
];

export default adapters;

function refuse(): never {
  throw new Error("refused");
}

/** Stops as it should, and tells nobody when it is through. */
class DeafDomain {
  readonly #domain: FaultyDomain;

  constructor(host: DomainHost) {
    this.#domain = new FaultyDomain(host, () => false);
  }

  handle(command: ToolRunCommand): void {
    this.#domain.handle(command);
  }

  halt(order: HaltOrder): Promise<void> {
    this.#domain.halt(order).catch(() => {});
    return new Promise(() => {});
  }

  rearm(): void {
    this.#domain.rearm();
  }
}
