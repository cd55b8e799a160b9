import type { DomainRecord } from "../../src/contract/domain-trace.ts";

/** The record of one type. */
export type RecordOf<T extends DomainRecord["type"]> = Extract<DomainRecord, { type: T }>;
