import type { CheckableAdapter } from "executor-conformance";
import { realTimers } from "../../src/run/realTimers.ts";
import { describeThrown } from "../../src/run/values.ts";
import type { Benchmark, Opened } from "../suites/benchmark.ts";
import type { Contestants, Role } from "./interleave.ts";
import { describeRole, type Contender, type MeasureJob } from "./job.ts";

/** An executor that cannot be measured, and why. */
export class ContenderError extends Error {
  override readonly name = "ContenderError";
}

/** How long, in ms, one call may take; setting an executor up has a limit of its own below that. */
const CALL_MS_MAX = 30_000;

/** Knows whose turn it is and what is being waited for, so that an executor that never answers can be told from a slow machine. */
export class Waiting {
  #who = "";
  #since = Infinity;
  #turn: Role | undefined;
  readonly #onTurn: (role: Role) => void;

  /** @param onTurn told whenever somebody else is about to be run. */
  constructor(onTurn: (role: Role) => void = () => {}) {
    this.#onTurn = onTurn;
  }

  /** Who is being run, or was last. */
  get turn(): Role | undefined {
    return this.#turn;
  }

  /** From now on this one is run. */
  turnTo(role: Role): void {
    if (role === this.#turn) return;
    this.#turn = role;
    this.#onTurn(role);
  }

  /** Waits for something of somebody. */
  async for<T>(who: string, something: Promise<T>): Promise<T> {
    this.#who = who;
    this.#since = realTimers.performanceNow();
    try {
      return await something;
    } catch (error) {
      return blame(who, error);
    } finally {
      this.#since = Infinity;
    }
  }

  /** What is wrong where a call has not ended for too long. */
  get overdue(): string | undefined {
    if (realTimers.performanceNow() - this.#since < CALL_MS_MAX) return undefined;
    return `${this.#who}: an operation has not ended for ${CALL_MS_MAX / 1000} seconds`;
  }
}

/** Imports a module as an instance of its own, whatever was imported before, and gives one of its adapters. */
export type LoadInstance = (contender: Contender, role: Role) => Promise<CheckableAdapter>;

/** What the process offers that all of them share. */
export interface SharedProcess {
  readonly load: LoadInstance;
  /** The name of what one of them replaced for everybody. */
  readonly replaced: () => string | undefined;
  readonly waiting: Waiting;
}

/**
 * Imports base, head and base once more, each as an instance of its own, and readies the benchmark on all three.
 *
 * @param order who is loaded first, second and last.
 * @throws ContenderError naming who cannot be measured, here or whenever it turns out.
 */
export async function openContestants(
  job: MeasureJob,
  order: readonly Role[],
  benchmark: Benchmark,
  { load, replaced, waiting }: SharedProcess,
): Promise<Contestants> {
  const opened: Partial<Record<Role, Opened>> = {};
  for (const role of order) {
    const who = describeRole(job, role);
    const open = async (): Promise<Opened> => {
      const ready = await benchmark.open(await load(role === "head" ? job.head : job.base, role), job.size);
      const intrinsic = replaced();
      if (intrinsic === undefined) return ready;
      throw new Error(`it replaces ${intrinsic}: what that does to everybody in the process cannot be compared`);
    };
    waiting.turnTo(role);
    opened[role] = blaming(role, who, await waiting.for(who, open()), waiting);
  }
  return opened as Contestants;
}

/** The same, with errors that say whose they are; turns are told outside of what is measured. */
function blaming(role: Role, who: string, opened: Opened, waiting: Waiting): Opened {
  const guarded = (act: () => void | Promise<void>): void | Promise<void> => {
    let acting: void | Promise<void>;
    try {
      acting = act();
    } catch (error) {
      blame(who, error);
    }
    return acting === undefined ? undefined : waiting.for(who, acting);
  };
  return {
    timesMax: opened.timesMax,
    prepare(times) {
      waiting.turnTo(role);
      return guarded(() => opened.prepare(times));
    },
    run: (times) => guarded(() => opened.run(times)),
    async close() {
      waiting.turnTo(role);
      return guarded(() => opened.close());
    },
  };
}

function blame(who: string, error: unknown): never {
  throw new ContenderError(`${who}: ${error instanceof Error ? error.message : describeThrown(error)}`, {
    cause: error,
  });
}
