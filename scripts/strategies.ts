/**
 * Which strategy finds which faulty executor, and how soon: `strategies [--seeds N] [--cap RUNS] [--profile P]...
 * [--strategy S]...`. For every fault of a profile, every strategy alone and the portfolio of a campaign, it counts the runs until one of the rules that
 * the fault breaks is first seen broken. Equal options give equal figures.
 */
import { parseArgs } from "node:util";
import { conformanceProperty, STRATEGY_NAMES, type CheckableAdapter, type StrategyName } from "executor-conformance";
import fc from "fast-check";
import { createJiti } from "jiti";

interface Fault {
  readonly fault: string;
  readonly breaks: readonly string[];
}

interface FaultyModule {
  readonly default: readonly CheckableAdapter[];
  readonly faults: readonly Fault[];
}

/** Runs to the first violation, one number for each seed; null: none within the cap. */
type Found = readonly (number | null)[];

const PROFILES: readonly string[] = ["domain", "lane", "job"];
const PORTFOLIO = "portfolio";
type Contender = StrategyName | typeof PORTFOLIO;
const CONTENDERS: readonly Contender[] = [...STRATEGY_NAMES, PORTFOLIO];

async function runsToFirst(
  adapter: CheckableAdapter,
  rules: readonly string[],
  contender: Contender,
  { seed, cap }: { readonly seed: number; readonly cap: number },
): Promise<number | null> {
  const property = conformanceProperty(adapter, rules, contender === PORTFOLIO ? {} : { strategy: contender });
  const { failed, numRuns } = await fc.check(property, { seed, numRuns: cap, endOnFailure: true });
  return failed ? numRuns : null;
}

async function measure(profile: string, contenders: readonly Contender[], seeds: number, cap: number): Promise<void> {
  const jiti = createJiti(import.meta.url);
  const path = new URL(`../../adapters/faulty/${profile}/index.ts`, import.meta.url).href;
  const { default: adapters, faults } = await jiti.import<FaultyModule>(path);
  const found = new Map<string, Found[]>(contenders.map((contender) => [contender, []]));
  const missed = new Map<string, string[]>(contenders.map((contender) => [contender, []]));
  for (const [index, { fault, breaks }] of faults.entries()) {
    if (process.stderr.isTTY) process.stderr.write(`\r${profile}: ${index + 1} of ${faults.length} faults`);
    const adapter = adapters.find(({ name }) => name === fault);
    if (adapter === undefined) throw new Error(`No adapter is named ${fault}`);
    for (const contender of contenders) {
      const runs: (number | null)[] = [];
      for (let seed = 1; seed <= seeds; seed += 1)
        runs.push(await runsToFirst(adapter, breaks, contender, { seed, cap }));
      found.get(contender)?.push(runs);
      if (runs.every((count) => count === null)) missed.get(contender)?.push(fault);
    }
  }
  console.log(`${profile}: ${faults.length} faults, ${seeds} seeds, at most ${cap} runs`);
  printTable(found, cap);
  for (const [contender, names] of missed)
    if (names.length > 0) console.log(`  ${contender} never: ${names.join(", ")}`);
  console.log("");
}

function printTable(found: ReadonlyMap<string, readonly Found[]>, cap: number): void {
  console.log(
    `  ${"strategy".padEnd(12)}${["always", "at times", "never", "misses", "median", "most", "geometric mean"].map(column).join("")}`,
  );
  for (const [contender, byFault] of found) {
    const misses = byFault.map((runs) => runs.filter((count) => count === null).length);
    const medians = byFault.map((runs) => medianOf(runs.map((count) => count ?? cap)));
    const figures = [
      misses.filter((count) => count === 0).length,
      misses.filter((count, index) => count > 0 && count < (byFault[index]?.length ?? 0)).length,
      misses.filter((count, index) => count === byFault[index]?.length).length,
      misses.reduce((sum, count) => sum + count, 0),
      medianOf(medians),
      Math.max(...medians),
      geometricMeanOf(byFault.flatMap((runs) => runs.map((count) => count ?? cap))),
    ];
    console.log(
      `  ${contender.padEnd(12)}${figures.map((figure) => column(figure.toFixed(Number.isInteger(figure) ? 0 : 1))).join("")}`,
    );
  }
}

function column(text: string): string {
  return text.padStart(text.includes(" ") ? 16 : 10);
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

function geometricMeanOf(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "10" },
    cap: { type: "string", default: "5000" },
    profile: { type: "string", multiple: true, default: [...PROFILES] },
    strategy: { type: "string", multiple: true, default: [...CONTENDERS] },
  },
});
const [seeds, cap] = [Number(values.seeds), Number(values.cap)];
const contenders = CONTENDERS.filter((name) => values.strategy.includes(name));
const areKnown =
  contenders.length === values.strategy.length && values.profile.every((profile) => PROFILES.includes(profile));
if (!Number.isInteger(seeds) || seeds < 1 || !Number.isInteger(cap) || cap < 1 || !areKnown) {
  console.error(
    "Expected: [--seeds N] [--cap RUNS], whole numbers from 1; " +
      `[--profile P]..., each once of ${PROFILES.join(", ")}; [--strategy S]..., each once of ${CONTENDERS.join(", ")}`,
  );
  process.exit(2);
}
for (const profile of values.profile) await measure(profile, contenders, seeds, cap);
