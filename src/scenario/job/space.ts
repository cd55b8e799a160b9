import type { JobCapabilities } from "../../contract/job.ts";
import type { RandomSource, ScenarioSpace } from "../space.ts";
import { BoundedJobs } from "./bounded.ts";
import type { JobSetup, JobStep } from "./steps.ts";
import { simplerJobs } from "./simpler.ts";
import { WeightedJobs } from "./weighted.ts";

/** The scenarios of the `job` profile, for a runtime with these capabilities. */
export function jobSpace(can: JobCapabilities): ScenarioSpace<JobStep, JobSetup> {
  const looks = LOOKS.filter((look) => look === "read" || can[look] === true);
  return {
    setup: (random) => chooseSetup(can, looks, random),
    start: () => new WeightedJobs(can),
    bounded: (jobs, controls) => new BoundedJobs(jobs, controls, can),
    boundedSetup: can.notices === true && can.get === true ? { look: "get" } : {},
    ...simplerJobs,
  };
}

const LOOKS = ["get", "list", "read"] as const;

function chooseSetup(
  can: JobCapabilities,
  looks: readonly NonNullable<JobSetup["look"]>[],
  random: RandomSource,
): JobSetup {
  const look = looks[random.nextInt(0, looks.length * 2 - 1)];
  return can.notices !== true || look === undefined ? {} : { look };
}
