import { InvalidArgumentError } from "commander";
import { wholeNumber } from "./options.ts";

/** The formats of what was measured, by the names they are asked for by. */
export const BENCH_FORMATS = { json: "json", html: "html", github: "github", bmf: "bmf", go: "go" } as const;

export type BenchFormat = keyof typeof BENCH_FORMATS;

/** Where `--record` without a path adds its run. */
export const HISTORY_DEFAULT = "reports/bench/history.jsonl";

/** How long is measured, unless it is given, in ms. */
export const COMPARE_MS = 300;
export const GATE_MS = 500;

/** With less a gate measures code that is not compiled yet; with more nobody waits for it. */
export const GATE_MS_MIN = 50;
export const GATE_MS_MAX = 60_000;

/** Fresh processes of a set, and the seed of the resampling, unless they are given. */
export const PROCESSES = 10;
export const SEED = 1;

/** A slowdown from which head counts as regressed. */
export interface Limit {
  /** The id of the benchmark it is for; absent: every one without a limit of its own. */
  readonly benchmark?: string;
  /** 0.05 for 5 %. */
  readonly share: number;
}

const PERCENT_MAX = 1000;

/** Collects `PERCENT` and `BENCHMARK=PERCENT`. */
export function limit(text: string, before: readonly Limit[] = []): readonly Limit[] {
  const [, benchmark, percent = ""] = /^(?:([^=]+)=)?([^=]*)$/.exec(text) ?? [];
  const value = Number(percent.replace(/%$/, ""));
  if (percent.trim() === "" || !(value > 0 && value <= PERCENT_MAX)) {
    throw new InvalidArgumentError(
      `Expected percent above 0, up to ${PERCENT_MAX}, as in 5 or domain/halt-to-receipt=10.`,
    );
  }
  return [...before, { ...(benchmark === undefined ? {} : { benchmark }), share: value / 100 }];
}

/** Nobody has that many of anything in flight. */
const SIZE_MAX = 1_000_000;

const oneSize = wholeNumber(0, SIZE_MAX);

/** Collects sizes, each once and the smallest first: that is how growth is read, and a history has a point a size. */
export function sizes(text: string, before: readonly number[] = []): readonly number[] {
  return [...new Set([...before, oneSize(text)])].toSorted((a, b) => a - b);
}
