/** The profiles of the contract. Each describes one kind of tool executor. */
export type ProfileName = "domain" | "lane" | "job";

/**
 * What every adapter says of itself, whatever its profile (contract, "Shapes that others rely on").
 *
 * An adapter is a small object that lets the kit create an executor. A module offers it as its default export, alone or
 * in an array.
 *
 * @example
 * ```ts
 * const adapter: DomainAdapter = { profile: "domain", name: "my-executor", create: (host) => new MyExecutor(host) };
 * export default adapter;
 * ```
 */
export interface AnyAdapter {
  /** Shown in reports; unique within a module. */
  readonly name: string;
  /** The version of the executor under test, not of the adapter. */
  readonly version?: string;
  /** The executor needs real timers, IO or ticks: it then runs without virtual time. */
  readonly realTime?: boolean;
  /** Calls are acknowledged later; they take their place in the trace at the acknowledgement. */
  readonly remote?: boolean;
  /** Virtual milliseconds that a quiescent point lets pass; 1 by default. */
  readonly settleMs?: number;
}

/** What every executor may have besides the methods of its profile. */
export interface AnyExecutor {
  /** Resolves when the executor has nothing left to do; asked at quiescent points with `realTime`. */
  idle?(): Promise<void>;
}
