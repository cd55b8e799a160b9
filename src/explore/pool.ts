import type { Scenario } from "../contract/scenario.ts";
import type { AnyProfile, CheckableAdapter } from "../profiles/index.ts";
import type { AnyRecord } from "../run/runner.ts";
import type { Chunk, ChunkLimits, ChunkResult, Found } from "./chunk.ts";
import type { Confirmed } from "./confirm.ts";
import { Explorer, type ExplorerSettings } from "./explorer.ts";
import type { Stuck, StuckSteps } from "./stuck.ts";

/** What came of a piece of work: its result, or the run in which it was lost. */
export type Outcome<T> =
  | { readonly kind: "done"; readonly value: T }
  /** `at`: how many scenarios of the piece had begun before the one that got stuck; `scenario` where it was told. */
  | { readonly kind: "stuck"; readonly stuck: Stuck; readonly at: number; readonly scenario?: Scenario };

/** A run that was watched record by record, so that it shows how far it came. */
export interface Watched {
  readonly records: readonly AnyRecord[];
  /** Absent: it came to its end. */
  readonly stuck?: Stuck;
}

/**
 * Whoever runs the pieces of a campaign: this thread, or threads that can be lost. A piece gives the same result in each.
 */
export interface Pool {
  /** How many pieces are run at once. */
  readonly size: number;
  chunk(chunk: Chunk, limits: ChunkLimits): Promise<Outcome<ChunkResult>>;
  confirm(found: Found, stuck: readonly StuckSteps[]): Promise<Outcome<Confirmed | undefined>>;
  rate(rule: string, scenario: Scenario): Promise<Outcome<NonNullable<Confirmed["rate"]>>>;
  /** Runs one scenario, watched. Nothing else is run meanwhile. */
  watch(scenario: Scenario): Promise<Watched>;
  /** Gives up the pieces that are being run: their promises never settle. */
  abandon(): Promise<void>;
}

/** Runs everything in this thread: what never comes back is never found out. */
export class LocalPool implements Pool {
  readonly size = 1;
  readonly #explorer: Explorer;

  constructor(profile: AnyProfile, adapter: CheckableAdapter, settings: ExplorerSettings) {
    this.#explorer = new Explorer(profile, adapter, settings);
  }

  chunk(chunk: Chunk, limits: ChunkLimits): Promise<Outcome<ChunkResult>> {
    return done(this.#explorer.chunk(chunk, limits));
  }

  confirm(found: Found, stuck: readonly StuckSteps[]): Promise<Outcome<Confirmed | undefined>> {
    return done(this.#explorer.confirm(found, stuck));
  }

  rate(rule: string, scenario: Scenario): Promise<Outcome<NonNullable<Confirmed["rate"]>>> {
    return done(this.#explorer.rate(rule, scenario));
  }

  async watch(scenario: Scenario): Promise<Watched> {
    return { records: await this.#explorer.records(scenario) };
  }

  /** Pieces are run one after another here: none is under way when another one's outcome is known. */
  async abandon(): Promise<void> {}
}

async function done<T>(value: Promise<T>): Promise<Outcome<T>> {
  return { kind: "done", value: await value };
}
