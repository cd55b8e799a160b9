import { describeValue } from "../../../src/contract/describeValue.ts";
import { describeThrown, isThenable } from "../../../src/run/values.ts";
import { WorkNotDoneError } from "../benchmark.ts";
import { CALL_THREW, type Chain } from "../chain.ts";
import { quiet } from "../quiet.ts";
import { until } from "../until.ts";
import type { Tools } from "./tools.ts";

const SETTLED: Promise<void> = Promise.resolve();

/** The releases that a domain asks its host for: they settle at once, unless they are held. */
export class Releases {
  #count = 0;
  #settling = SETTLED;

  release(): Promise<void> {
    this.#count += 1;
    return this.#settling;
  }

  /** Holds the releases that are asked for from now on; gives what settles them. */
  hold(): () => void {
    let settle: () => void = nothing;
    this.#settling = new Promise((resolve) => {
      settle = resolve;
    });
    return () => {
      this.#settling = SETTLED;
      settle();
    };
  }

  get count(): number {
    return this.#count;
  }

  /** @throws WorkNotDoneError where there was not one for each of so many halts. */
  check(halts: number): void {
    if (this.#count === halts) return;
    throw new WorkNotDoneError(`release was called ${this.#count} times for ${halts} halts`);
  }
}

/** Watches a halt to its end, where it is told. */
export function watchHalt(chain: Chain, halting: unknown, onEnd: () => void = nothing): void {
  if (!isThenable(halting)) return chain.fail(`halt gave ${describeValue(halting)} instead of a promise`);
  halting.then(chain.guarded(CALL_THREW, onEnd), (error: unknown) =>
    chain.fail(`halt rejected with ${describeThrown(error)}`),
  );
}

/** One stop that is verified and not measured. */
export interface VerifiedStop {
  readonly chain: Chain;
  /** Those of all commands in flight are running. */
  readonly tools: Tools;
  readonly releases: Releases;
  /** How many halts there have been, this one included. */
  readonly halts: number;
  readonly halt: () => Promise<void>;
  readonly isReceipted: () => boolean;
}

/**
 * Halts, and lets the last tool end late, and then the release settle late: the receipt has to come after both. Where stops are
 * measured all tools end in the call that halts, and who waits for none looks like who waits for all.
 *
 * @throws WorkNotDoneError where the receipt comes too early, or never.
 */
export async function verifyStop({ chain, tools, releases, halts, halt, isReceipted }: VerifiedStop): Promise<void> {
  const settleReleases = releases.hold();
  let isResolved = false;
  watchHalt(chain, halt(), () => (isResolved = true));
  while (tools.inFlight > 1) tools.endOldest();
  if (tools.inFlight > 0) await stillDue(chain, isReceipted, "the last tool had ended");
  tools.endAll();
  await until(chain, () => releases.count >= halts, "halt to call release");
  await stillDue(chain, isReceipted, "the release had settled");
  settleReleases();
  await until(chain, isReceipted, "the receipt of a stop whose tools and release had settled");
  await until(chain, () => isResolved, "halt to resolve after its receipt");
  releases.check(halts);
}

async function stillDue(chain: Chain, isReceipted: () => boolean, what: string): Promise<void> {
  await quiet(chain);
  if (isReceipted()) throw new WorkNotDoneError(`the receipt came before ${what}`);
}

function nothing(): void {}
