/**
 * What correct job runtimes do differently. Every field is a freedom that the contract leaves; absent, the runtime does what
 * the reference does.
 */
export interface Policy {
  /** Every method takes some reactions before it acts and some more before it answers. */
  readonly hops?: number;
  /**
   * When a cancelled job becomes `killed`: with its producer, whatever that settled with; or at once, in which case what
   * the producer does afterwards is nobody's business.
   */
  readonly kill?: "whatever-the-outcome" | "at-once";
  /** A cancelled job is shown as running until it ends. */
  readonly isStoppingShown?: false;
  /** Notices come some reactions or a tick after the end. */
  readonly notices?: "reactions-later" | "a-tick-later";
  /** Ends are noticed, and output is collected, by a tick that goes round while a job lives. */
  readonly polls?: true;
  /** Output that came with the outcome is given once. */
  readonly isFinalOutputGivenOnce?: true;
  /** Finished jobs are forgotten after so many ms. */
  readonly retentionMs?: number;
  /** A foreign job is refused in other words than an unknown one. */
  readonly saysForeign?: true;
  /** A caller without a token may see and do everything. */
  readonly isNoTokenTrusted?: true;
  /** `start` refuses the empty string as owner. */
  readonly isEmptyOwnerRefused?: true;
  /** A start during a disposal is admitted, and awaited by it. */
  readonly startsDuringDisposal?: "awaited";
  /** A producer whose cancel throws is given up by a disposal. */
  readonly givesUp?: true;
  /** One frozen snapshot for each state, handed to everybody. */
  readonly snapshots?: "frozen";
  /** Records stay when their owner or the runtime is disposed. */
  readonly keepsDisposed?: true;
  /** A producer is asked again where its cancel threw. */
  readonly asksAgain?: true;
}
