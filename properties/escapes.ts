import type { CommonRecord } from "../src/contract/trace.ts";

type EscapeRecord = Extract<CommonRecord, { readonly type: "escape" }>;

/** Something that left the executor other than by its answers. */
export interface EscapeFact {
  readonly at: number;
  readonly how: EscapeRecord["how"];
  readonly message: string;
  /** The type of the record of the call that a loop never came back from. */
  readonly during: string | undefined;
}

/**
 * The fact of an escape.
 *
 * @param returns the types of the records of calls, each with that of its return.
 */
export function escapeFact(
  records: readonly { readonly type: string }[],
  at: number,
  { how, message }: EscapeRecord,
  returns: Readonly<Record<string, string>> = {},
): EscapeFact {
  return { at, how, message, during: how === "loop" ? openCall(records, at, returns) : undefined };
}

/** The innermost call before `at` that has not returned. */
function openCall(
  records: readonly { readonly type: string }[],
  at: number,
  returns: Readonly<Record<string, string>>,
): string | undefined {
  const returned = new Map<string, number>();
  for (let index = at - 1; index >= 0; index -= 1) {
    const { type } = records[index] as { readonly type: string };
    const back = returns[type];
    if (back === undefined) {
      returned.set(type, (returned.get(type) ?? 0) + 1);
      continue;
    }
    const count = returned.get(back) ?? 0;
    if (count === 0) return type;
    returned.set(back, count - 1);
  }
  return undefined;
}

const WHAT: Readonly<Record<EscapeRecord["how"], string>> = {
  unhandledRejection: "a rejection that nobody handled",
  uncaughtException: "an exception that nobody caught",
  loop: "a loop that does not end",
  storm: "microtasks or next ticks that do not end",
  memory: "memory without bound",
  exit: "the end of the process",
};

/** An escape as a message says it. */
export function describeEscape({ how, message }: EscapeFact): string {
  return `${WHAT[how]}: ${message}`;
}
