/**
 * The goals of the kit, measured: `goals [--only NAME]... [--seeds N] [--runs N] [--full]`. Prints each goal with what came
 * out, what it was measured with, and whether it is reached; ends with a summary.
 *
 * By default each part is bounded, so that all of them take some ten minutes on two cores that are free; `--full` measures as
 * much as the goals say, which takes hours. Each part runs in a process of its own, so that none works in what another has
 * left behind; what is compared is compared within one process. A report, not a test: it ends with exit code 0, or 2 for
 * a bad option.
 */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { figureText, summary, type Effort, type Figure, type Goal } from "./goals/goal.ts";
import { goals } from "./goals/index.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    seeds: { type: "string" },
    runs: { type: "string" },
    full: { type: "boolean", default: false },
  },
});
const selected = goals.filter(({ name }) => values.only.length === 0 || values.only.includes(name));
const counts = [values.seeds, values.runs].flatMap((text) => (text === undefined ? [] : [Number(text)]));
if (
  values.only.some((name) => !goals.some((goal) => goal.name === name)) ||
  !counts.every((value) => Number.isInteger(value) && value > 0)
) {
  console.error(
    `Expected --only with ${goals.map(({ name }) => name).join(", ")}; --seeds and --runs with whole numbers above zero`,
  );
  process.exit(2);
}
const effort: Effort = {
  isFull: values.full,
  ...(values.seeds === undefined ? {} : { seeds: Number(values.seeds) }),
  ...(values.runs === undefined ? {} : { runs: Number(values.runs) }),
};

/** Measures one goal and prints it. */
async function measureHere({ name, measure }: Goal): Promise<readonly Figure[]> {
  const start = performance.now();
  const figures = await measure(effort);
  for (const figure of figures) console.log(figureText(figure));
  console.log(`         (${name}: ${((performance.now() - start) / 1000).toFixed(0)} s)\n`);
  return figures;
}

/** The same in a process of its own; what breaks there is a goal that is missed. */
function measureApart(goal: Goal): Promise<readonly Figure[]> {
  const options = [...(values.full ? ["--full"] : []), ...option("seeds"), ...option("runs")];
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(import.meta.url), ["--only", goal.name, ...options]);
    let figures: readonly Figure[] | undefined;
    child.once("message", (message) => {
      figures = message as readonly Figure[];
    });
    child.once("close", (code) => resolve(figures ?? [notMeasured(goal, code)]));
  });
}

function option(name: "seeds" | "runs"): readonly string[] {
  const value = values[name];
  return value === undefined ? [] : [`--${name}`, value];
}

function notMeasured({ name }: Goal, code: number | null): Figure {
  return {
    goal: name,
    figure: `its process ended with ${code}`,
    measured: "nothing",
    isReached: false,
    isWhole: false,
  };
}

const [first] = selected;
if (process.send !== undefined && first !== undefined) {
  process.send(await measureHere(first));
  process.disconnect();
} else {
  console.log(
    `Node ${process.version}, ${values.full ? "in full" : "in brief: --full measures as much as the goals say"}\n`,
  );
  const figures: Figure[] = [];
  for (const goal of selected) figures.push(...(await measureApart(goal)));
  for (const line of summary(figures)) console.log(line);
}
