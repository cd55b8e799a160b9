export { domainRules } from "./domain/index.ts";
export { jobRules } from "./job/index.ts";
export { laneRules } from "./lane/index.ts";
