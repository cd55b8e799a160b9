export type * from "./contract/adapter.ts";
export type * from "./contract/domain.ts";
export type * from "./contract/lane.ts";
export type * from "./contract/job.ts";
