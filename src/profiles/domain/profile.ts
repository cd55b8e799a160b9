import { domainFacts, domainRules, type DomainFacts } from "../../../properties/domain/index.ts";
import type { DomainRecord } from "../../contract/domain-trace.ts";
import type { DomainAdapter } from "../../contract/domain.ts";
import { DomainWorld } from "../../run/domain/world.ts";
import { METHODS } from "../../run/methods.ts";
import { domainSituations } from "../../scenario/domain/situations.ts";
import { domainSpace } from "../../scenario/domain/space.ts";
import type { DomainSetup, DomainStep } from "../../scenario/domain/steps.ts";
import type { Profile } from "../profile.ts";
import { describeDomainStep } from "./describe.ts";
import { drawDomainRecord } from "./draw.ts";

/** The profile `domain`: a tool execution domain with handle, halt and rearm. */
export const domainProfile: Profile<DomainStep, DomainSetup, DomainRecord, DomainFacts> = {
  name: "domain",
  capabilities: ["rearmById", "rearmWhileDraining", "reusedIds", "budget", "resources", "surface", "turns", "cause"],
  methods: METHODS.domain,
  rules: domainRules,
  situations: domainSituations,
  space: domainSpace,
  createWorld: (adapter, scenario, recorder) => new DomainWorld(adapter as DomainAdapter, scenario, recorder),
  index: domainFacts,
  smallScope: { subjects: 2, controls: 2, tightGaps: 1 },
  scopeNames: { subjects: "commands", controls: "halts and rearms" },
  readScenario: async (value) => (await import("../../scenario/domain/schema.ts")).domainScenarioSchema.parse(value),
  describeStep: describeDomainStep,
  silentSteps: new Set(["hang", "hang-release", "hang-reset", "advance", "throw-in", "inside"]),
  draw: drawDomainRecord,
};
