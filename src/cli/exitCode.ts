import type { AdapterResult, Verdict } from "../contract/verdict.ts";

/**
 * What the process says when it ends:
 *
 * - 0: conformant, or every failure is one that the baseline knows
 * - 1: a MUST is violated (with `--strict` also a SHOULD); of versions that are measured, head is slower; of
 *   operations that are counted, one differs from its budget
 * - 2: the request cannot be fulfilled: no module, not an adapter, a bad option, an unknown rule or baseline entry, an empty
 *   selection, an unreadable or unwritable file
 * - 3: loading or creating throws, an executor that is measured throws or does not do its work, or the kit itself broke
 * - 4: inconclusive; of versions that are measured, also untrusted; of operations, one that cannot be counted
 * - 5: a baseline entry no longer fails
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5;

/** Where several apply, the first of these counts; an exit code is never a count. */
const ORDER: readonly ExitCode[] = [2, 1, 3, 5, 4, 0];

/** The one exit code for all of these; for none, that nothing was concluded. */
export function combineExitCodes(codes: readonly ExitCode[]): ExitCode {
  return ORDER.find((code) => codes.includes(code)) ?? 4;
}

const CODES: Readonly<Record<Verdict, ExitCode>> = {
  conformant: 0,
  "not conformant": 1,
  error: 3,
  inconclusive: 4,
};

/** What a result has to say. Failures that are known say nothing, entries of the baseline that are stale do. */
export function exitCodesOf({ verdict, besidesKnown, stale }: AdapterResult): readonly ExitCode[] {
  return [CODES[besidesKnown ?? verdict], ...(stale === undefined ? [] : [5 as const])];
}
