/**
 * Whether every faulty executor is found, and how soon: `faults-found [--profile P]... [--fault F]... [--seeds N] [--runs N]
 * [--strategy S]... [--strategy-seeds N] [--strategy-runs N] [--processes N]`.
 *
 * A fault is found with certainty when a schedule of the small scope breaks one of its rules, or else when the random part
 * of a campaign does with each of the seeds. Beside that each strategy alone, and the portfolio of a campaign, look for every
 * fault with a few seeds: the figures are the median runs to the first violation. Equal options give equal figures.
 *
 * Ends with exit code 1 when one is missed, 2 when there is nothing to look for.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { selectFaulty } from "./faults/faulty.ts";
import { CONTENDERS, isFound } from "./faults/measure.ts";
import { measureInProcesses } from "./faults/processes.ts";
import { contenderTable, faultLine } from "./faults/table.ts";

const { values } = parseArgs({
  options: {
    profile: { type: "string", multiple: true, default: [] },
    fault: { type: "string", multiple: true, default: [] },
    seeds: { type: "string", default: "100" },
    runs: { type: "string", default: "50000" },
    strategy: { type: "string", multiple: true, default: [...CONTENDERS] },
    "strategy-seeds": { type: "string", default: "11" },
    "strategy-runs": { type: "string", default: "5000" },
    processes: { type: "string", default: String(availableParallelism()) },
  },
});
const limits = {
  seeds: Number(values.seeds),
  runsMax: Number(values.runs),
  contenders: CONTENDERS.filter((name) => values.strategy.includes(name)),
  contenderSeeds: Number(values["strategy-seeds"]),
  contenderRunsMax: Number(values["strategy-runs"]),
};
const processes = Number(values.processes);
const faulty = selectFaulty(values.profile, values.fault);
const counts = [limits.seeds, limits.runsMax, limits.contenderSeeds, limits.contenderRunsMax, processes];
const areCounts = counts.every((count) => Number.isInteger(count) && count > 0);
if (faulty.length === 0 || !areCounts || limits.contenders.length !== values.strategy.length) {
  console.error(
    `Expected a profile or fault that exists, whole numbers above zero, and strategies of ${CONTENDERS.join(", ")}`,
  );
  process.exit(2);
}

console.log(
  `${faulty.length} faulty executors: the small scope, else ${limits.seeds} seeds within ${limits.runsMax} runs; ` +
    `median runs of each strategy over ${limits.contenderSeeds} seeds, at most ${limits.contenderRunsMax}`,
);
const all = await measureInProcesses(faulty, limits, processes, (figures) => console.log(faultLine(figures)));
for (const profile of new Set(all.map((figures) => figures.profile))) {
  console.log(`\n${profile}`);
  const own = all.filter((figures) => figures.profile === profile);
  for (const line of contenderTable(own, limits)) console.log(`  ${line}`);
}
const missed = all.filter((figures) => !isFound(figures));
const inScope = all.filter((figures) => figures.inScope !== null).length;
console.log(
  `\n${all.length} faulty executors: ${inScope} found in the small scope, ` +
    `${all.length - inScope - missed.length} with each of ${limits.seeds} seeds, ${missed.length} missed`,
);
for (const { profile, fault } of missed) console.log(`  missed: ${profile} ${fault}`);
if (missed.length > 0) process.exitCode = 1;
