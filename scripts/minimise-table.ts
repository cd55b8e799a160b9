/**
 * How small the counterexamples of every faulty executor become: `minimise-table [--seeds N] [--profile P]... [--fault F]...`.
 * Ends with exit code 1 when one misses its goals.
 */
import { parseArgs } from "node:util";
import domains, { faults as domainFaults } from "../adapters/faulty/domain/index.ts";
import jobs, { faults as jobFaults } from "../adapters/faulty/job/index.ts";
import lanes, { faults as laneFaults } from "../adapters/faulty/lane/index.ts";
import { isWithinGoals, measure, type Faulty, type Measured } from "./minimise/measure.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "40" },
    runs: { type: "string", default: "50000" },
    search: { type: "string", default: "60000" },
    profile: { type: "string", multiple: true, default: [] },
    fault: { type: "string", multiple: true, default: [] },
    shapes: { type: "boolean", default: false },
  },
});
const suites = [
  { adapters: domains, faults: domainFaults },
  { adapters: lanes, faults: laneFaults },
  { adapters: jobs, faults: jobFaults },
];
const faulty = suites
  .flatMap(({ adapters, faults }): Faulty[] =>
    faults.map(({ fault, breaks }) => ({ adapter: adapters.find(({ name }) => name === fault)!, breaks })),
  )
  .filter(({ adapter }) => values.profile.length === 0 || values.profile.includes(adapter.profile))
  .filter(({ adapter }) => values.fault.length === 0 || values.fault.includes(adapter.name));
const limits = { seeds: Number(values.seeds), runsMax: Number(values.runs), searchMax: Number(values.search) };

const all: Measured[] = [];
for (const one of faulty) {
  for (const row of await measure(one, limits)) {
    all.push(row);
    const { fault, rule, seeds, minimum, isProven, worst, executions, shapes } = row;
    console.log(
      `${isWithinGoals(row) ? "ok  " : "MISS"} ${fault.padEnd(34)} ${rule.padEnd(36)} seeds ${seeds}  minimum ${minimum}${isProven ? " " : "?"}  worst ${worst}  shapes ${shapes.size}  executions ${executions}`,
    );
    if (values.shapes || !isWithinGoals(row)) {
      for (const [shape, count] of [...shapes].toSorted((a, b) => b[1] - a[1]).slice(0, 8))
        console.log(`       ${count} x ${shape}`);
    }
  }
}
console.log(`${all.filter(isWithinGoals).length} of ${all.length} within the goals`);
