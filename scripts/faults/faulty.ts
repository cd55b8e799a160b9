import domains, { faults as domainFaults } from "../../adapters/faulty/domain/index.ts";
import jobs, { faults as jobFaults } from "../../adapters/faulty/job/index.ts";
import lanes, { faults as laneFaults } from "../../adapters/faulty/lane/index.ts";
import type { CheckableAdapter } from "../../src/profiles/index.ts";

/** A faulty executor, and the rules that fail for it. */
export interface Faulty {
  readonly adapter: CheckableAdapter;
  readonly breaks: readonly string[];
}

const SUITES = [
  { adapters: domains, faults: domainFaults },
  { adapters: lanes, faults: laneFaults },
  { adapters: jobs, faults: jobFaults },
];

/** The faulty executors of every profile, in the order of the rules they were made for. */
export const faultyExecutors: readonly Faulty[] = SUITES.flatMap(({ adapters, faults }) =>
  adapters.map((adapter): Faulty => {
    const fault = faults.find((one) => one.fault === adapter.name);
    if (fault === undefined) throw new Error(`no fault is named ${adapter.name}`);
    return { adapter, breaks: fault.breaks };
  }),
);

/** Those of these profiles and of these names; an empty list names all of them. */
export function selectFaulty(profiles: readonly string[], names: readonly string[]): readonly Faulty[] {
  return faultyExecutors.filter(
    ({ adapter: { profile, name } }) => isWanted(profiles, profile) && isWanted(names, name),
  );
}

function isWanted(wanted: readonly string[], value: string): boolean {
  return wanted.length === 0 || wanted.includes(value);
}

/** Every so many faulty executors of each profile, the first included. */
export function everyNth(every: number): readonly Faulty[] {
  const counts = new Map<string, number>();
  return faultyExecutors.filter(({ adapter: { profile } }) => {
    const count = counts.get(profile) ?? 0;
    counts.set(profile, count + 1);
    return count % every === 0;
  });
}
