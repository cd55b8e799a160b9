/**
 * How small the counterexamples of every faulty executor become, over many seeds, beside the smallest that there is:
 * `minimise-table [--seeds N] [--profile P]... [--fault F]... [--runs N] [--search N]`.
 * Ends with exit code 1 when one misses its goals, 2 when there is nothing to measure.
 */
import { parseArgs } from "node:util";
import { selectFaulty } from "./faults/faulty.ts";
import { isWithinGoals, measure, type Measured } from "./minimise/measure.ts";

/** Shapes of a miss that are shown. */
const SHAPES_SHOWN = 8;

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "40" },
    /** Random runs in which a seed has to find the fault. */
    runs: { type: "string", default: "50000" },
    /** Runs of the exhaustive search, for each number of steps. */
    search: { type: "string", default: "60000" },
    profile: { type: "string", multiple: true, default: [] },
    fault: { type: "string", multiple: true, default: [] },
  },
});

const faulty = selectFaulty(values.profile, values.fault);

function row({ fault, rule, seeds, minimum, isProven, worst, executions, shapes }: Measured): string {
  const steps = `${worst} steps at worst, ${minimum}${isProven ? "" : " seen"} at least`;
  return `${fault.padEnd(38)} ${rule.padEnd(36)} ${seeds} seeds: ${steps}, ${shapes.size} shapes, ${executions} executions`;
}

const [seeds, runsMax, searchMax] = [values.seeds, values.runs, values.search].map(Number) as [number, number, number];
if (faulty.length === 0 || ![seeds, runsMax, searchMax].every((count) => Number.isInteger(count) && count > 0)) {
  console.error("Expected a profile or fault that exists, and whole numbers above zero");
  process.exit(2);
}
const all: Measured[] = [];
for (const one of faulty) {
  for (const measured of await measure(one, { seeds, runsMax, searchMax })) {
    all.push(measured);
    const isWithin = isWithinGoals(measured);
    console.log(`${isWithin ? "ok    " : "missed"} ${row(measured)}`);
    if (isWithin) continue;
    const shapes = [...measured.shapes].toSorted((a, b) => b[1] - a[1]).slice(0, SHAPES_SHOWN);
    for (const [shape, count] of shapes) console.log(`         ${count} times ${shape}`);
  }
}
const missed = all.filter((measured) => !isWithinGoals(measured));
console.log(
  `${all.length} pairs of a fault and a rule that it breaks: ${all.length - missed.length} within the goals, ${missed.length} missed`,
);
for (const { fault, rule } of missed) console.log(`  ${fault} ${rule}`);
if (missed.length > 0) process.exitCode = 1;
