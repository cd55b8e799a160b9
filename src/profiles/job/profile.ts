import { jobFacts, jobRules, type JobFacts } from "../../../properties/job/index.ts";
import type { JobRecord } from "../../contract/job-trace.ts";
import type { JobAdapter } from "../../contract/job.ts";
import { JobWorld } from "../../run/job/world.ts";
import { METHODS } from "../../run/methods.ts";
import { jobSituations } from "../../scenario/job/situations.ts";
import { jobSpace } from "../../scenario/job/space.ts";
import type { JobSetup, JobStep } from "../../scenario/job/steps.ts";
import type { Profile } from "../profile.ts";
import { describeJobStep } from "./describe.ts";
import { drawJobRecord } from "./draw.ts";

/** The profile `job`: a generic runtime for long-running tools, with ids, owner tokens, output, cancel and notices. */
export const jobProfile: Profile<JobStep, JobSetup, JobRecord, JobFacts> = {
  name: "job",
  capabilities: [
    "list",
    "get",
    "wait",
    "output",
    "notices",
    "ownerFence",
    "noTokenFence",
    "unowned",
    "validation",
    "settledKill",
    "dispose",
    "disposeOwner",
    "presentation",
  ],
  methods: METHODS.job,
  rules: jobRules,
  situations: jobSituations,
  space: jobSpace,
  createWorld: (adapter, scenario, recorder) => new JobWorld(adapter as JobAdapter, scenario, recorder),
  index: jobFacts,
  smallScope: { subjects: 2, controls: 1, tightGaps: 1 },
  scopeNames: { subjects: "jobs", controls: "calls and outputs" },
  readScenario: async (value) => (await import("../../scenario/job/schema.ts")).jobScenarioSchema.parse(value),
  describeStep: describeJobStep,
  silentSteps: new Set(["hang", "advance", "fault-in", "inside"]),
  draw: drawJobRecord,
};
