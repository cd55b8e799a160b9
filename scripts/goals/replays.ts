import { fileURLToPath } from "node:url";
import { everyNth } from "../faults/faulty.ts";
import { replayed, type Replayed } from "../replays/hashes.ts";
import { compareReplayed, underNode } from "../replays/versions.ts";
import type { Figure, Goal } from "./goal.ts";

const REPLAYS = 1000;
const VERSIONS = [20, 22, 24, 26];

/** Every so many faulty executors of each profile. */
const EVERY = { full: 10, brief: 30 } as const;

/** Counterexamples replay to one hash. `replays` says more of each. */
export const replays: Goal = {
  name: "replays",
  async measure(effort) {
    const every = effort.isFull ? EVERY.full : EVERY.brief;
    const times = effort.runs ?? REPLAYS;
    const here: Replayed[] = [];
    for (const faulty of everyNth(every)) {
      const one = await replayed(faulty, times);
      if (one !== undefined) here.push(one);
    }
    return [await again(here, times), await acrossVersions(here, every)];
  },
};

async function again(here: readonly Replayed[], times: number): Promise<Figure> {
  const same = here.reduce((sum, one) => sum + one.same, 0);
  return {
    goal: "a counterexample replays to the same trace hash, every time",
    figure: `${same} of ${here.length * times} the same`,
    measured: `${here.length} counterexamples, ${times} replays of each`,
    isReached: here.length > 0 && same === here.length * times,
    isWhole: times >= REPLAYS,
  };
}

async function acrossVersions(here: readonly Replayed[], every: number): Promise<Figure> {
  const script = fileURLToPath(new URL("../replays.js", import.meta.url));
  const names: string[] = [];
  let same = 0;
  for (const major of VERSIONS) {
    const args = ["--hashes", "--every", String(every), "--replays", "1"];
    const { version, replayed: there } = await underNode(major, script, args);
    names.push(version);
    same += here.filter((one) => compareReplayed(one, there) === "same").length;
  }
  return {
    goal: "a counterexample replays to the same trace hash under every version of Node",
    figure: `${same} of ${here.length * VERSIONS.length} the same`,
    measured: `${here.length} counterexamples under ${names.join(", ")}`,
    isReached: here.length > 0 && same === here.length * VERSIONS.length,
    isWhole: true,
  };
}
