import type { CheckableAdapter, Scenario } from "executor-conformance";
import referenceDomain from "executor-conformance/adapters/reference/domain";
import referenceJob from "executor-conformance/adapters/reference/job";
import referenceLane from "executor-conformance/adapters/reference/lane";
import type { Step } from "../../src/contract/scenario.ts";
import { profileOfAdapter } from "../../src/explore/readAdapters.ts";
import { Runner, type AnyRecord } from "../../src/run/runner.ts";
import { seededScenarios } from "../faults/firstBreak.ts";
import { amount, count, type Goal } from "./goal.ts";
import { planting, WAYS, type Escape } from "./planting.ts";

const references: readonly CheckableAdapter[] = [referenceDomain, referenceLane, referenceJob];
const SEED = 1;

/** What escapes from an executor is named with its run and its step: planted in the reference executors, and looked for. */
export const escapes: Goal = {
  name: "escapes",
  async measure(effort) {
    const runs = amount(effort.runs, effort, { full: 20_000, brief: 1000 });
    let [planted, named] = [0, 0];
    for (const adapter of references) {
      const figures = await plantIn(adapter, runs);
      planted += figures.planted;
      named += figures.named;
    }
    return [
      {
        goal: "rejections and throws are named with run and step, all of them",
        figure: `${count(named)} of ${count(planted)}`,
        measured: `${references.length} reference executors, ${count(runs)} random runs of each; planted as ${WAYS.join(", ")}`,
        isReached: planted > 0 && named === planted,
        isWhole: true,
      },
    ];
  },
};

async function plantIn(
  adapter: CheckableAdapter,
  runs: number,
): Promise<{ readonly planted: number; readonly named: number }> {
  const scenarios = seededScenarios(adapter, SEED, runs);
  let [planted, named, run, step] = [0, 0, 0, 0];
  let inRun: Escape[] = [];
  const faulty = planting(adapter, (how) => {
    const escape = { step, message: `${how} ${planted} in run ${run}` };
    planted += 1;
    inRun.push(escape);
    return escape.message;
  });
  const runner = new Runner<Step, AnyRecord>(profileOfAdapter(adapter), faulty, {
    onRecord: (record) => {
      step = record.step;
    },
  });
  await runner.runAll(
    () => {
      run += 1;
      [step, inRun] = [0, []];
      const { done, value } = scenarios.next();
      return done === true ? undefined : value;
    },
    ({ scenario, trace }) => {
      named += inRun.filter((escape) => isNamed(escape, scenario, trace.records)).length;
    },
  );
  return { planted, named };
}

/** Whether the trace has it once, at its step, or at one that begins before the executor has come to rest. */
function isNamed({ step, message }: Escape, { steps }: Scenario, records: readonly AnyRecord[]): boolean {
  let last = step;
  while (steps[last]?.gap !== undefined) last += 1;
  const found = records.filter((record) => JSON.stringify(record).includes(JSON.stringify(message).slice(1, -1)));
  return found.length === 1 && found.every((record) => record.step >= step && record.step <= last);
}
