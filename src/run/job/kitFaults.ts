import type { KitFault } from "../../contract/job-trace.ts";
import type { ThrownKind } from "../../scenario/thrown.ts";
import { describeThrown, makeThrown } from "../values.ts";

/** How deep an error may be wrapped and still count as passed on. */
const WRAPPINGS_MAX = 4;

/** What the producers, listeners and hooks of one run threw, so that it is recognised in a refusal. */
export class KitFaults {
  readonly #made: { readonly name: KitFault; readonly value: unknown; readonly text: string | undefined }[] = [];

  /** Makes something to throw. Its text, where it has one, contains the name. */
  make(name: KitFault, kind: ThrownKind): unknown {
    const value = makeThrown(kind, name);
    const text = kind === "error" || kind === "string" ? `${name} failed` : undefined;
    this.#made.push({ name, value, text });
    return value;
  }

  /** Something was thrown that the kit did not make: it is recognised by identity or as a cause. */
  note(name: KitFault, value: unknown): void {
    this.#made.push({ name, value, text: undefined });
  }

  /** The fault that an error is, wraps or tells of. */
  carriedBy(error: unknown): KitFault | undefined {
    let wrapped = error;
    for (let depth = 0; depth < WRAPPINGS_MAX; depth += 1) {
      const same = this.#made.findLast(({ value }) => Object.is(value, wrapped));
      if (same !== undefined) return same.name;
      wrapped = causeOf(wrapped);
      if (wrapped === undefined) break;
    }
    const told = describeThrown(error);
    return this.#made.findLast(({ text }) => text !== undefined && told.includes(text))?.name;
  }
}

function causeOf(error: unknown): unknown {
  try {
    return (error as { readonly cause?: unknown } | undefined)?.cause;
  } catch {
    return undefined;
  }
}
