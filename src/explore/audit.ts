import type { Scenario, Step } from "../contract/scenario.ts";
import type { DeterminismResult } from "../contract/verdict.ts";
import type { AnyRecord, Runner, RunResult } from "../run/runner.ts";

/** One run in so many is executed twice. */
const ONE_IN = 100;

/**
 * Executes a share of the runs of a piece a second time, in the reverse order, and compares the traces: whatever an
 * executor keeps from run to run, or takes from chance or the clock, shows as a difference.
 */
export class Audit {
  readonly #runner: Runner<Step, AnyRecord>;
  readonly #realTime: boolean;
  readonly #kept: RunResult<Step, AnyRecord>[] = [];
  #seen = 0;
  #differing = 0;
  #audited = 0;
  #example: DeterminismResult["example"];

  /** @param realTime the times in two traces never are the same: nothing is audited. */
  constructor(runner: Runner<Step, AnyRecord>, realTime: boolean) {
    this.#runner = runner;
    this.#realTime = realTime;
  }

  keep(result: RunResult<Step, AnyRecord>): void {
    if (this.#realTime) return;
    this.#seen += 1;
    // The first and every hundredth: a piece of any size has one.
    if (this.#seen % ONE_IN === 1) this.#kept.push(result);
  }

  async run(): Promise<void> {
    const scenarios = this.#kept.map(({ scenario }) => scenario);
    await this.#runner.runAll(
      () => scenarios.pop(),
      (second) => this.#compare(this.#kept.pop(), second),
    );
  }

  result(): DeterminismResult {
    return {
      audited: this.#audited,
      differing: this.#differing,
      ...(this.#example === undefined ? {} : { example: this.#example }),
    };
  }

  #compare(first: RunResult<Step, AnyRecord> | undefined, second: RunResult<Step, AnyRecord>): void {
    if (first === undefined) return;
    this.#audited += 1;
    // One text for each is cheaper than one for every record, and nearly all are equal.
    if (JSON.stringify(first.trace.records) === JSON.stringify(second.trace.records)) return;
    this.#differing += 1;
    const moved = firstDifference(first.trace.records, second.trace.records);
    if (moved !== undefined) this.#example ??= { scenario: first.scenario, ...moved };
  }
}

/** The second runs of an audit, in their order. */
export function auditOf(scenarios: readonly Scenario[]): readonly Scenario[] {
  return scenarios.filter((_, index) => index % ONE_IN === 0).toReversed();
}

/** Where two traces of one scenario part; undefined: nowhere. */
export function firstDifference(
  first: readonly AnyRecord[],
  second: readonly AnyRecord[],
): { readonly step: number; readonly records: readonly [string | null, string | null] } | undefined {
  for (let at = 0; at < Math.max(first.length, second.length); at += 1) {
    const [one, two] = [first[at], second[at]];
    const records = [asText(one), asText(two)] as const;
    if (records[0] !== records[1]) return { step: Math.min(one?.step ?? Infinity, two?.step ?? Infinity), records };
  }
  return undefined;
}

/** The fields in the order of their names: a record that was stored and read may have another one. */
function asText(record: AnyRecord | undefined): string | null {
  return record === undefined ? null : JSON.stringify(record, (_key, value: unknown) => inOrder(value));
}

function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
