import type { JobOutcome } from "../../contract/job.ts";

/**
 * Reads what a producer settled with. A producer is foreign code and may settle with anything; what is not an outcome makes
 * the job `failed`, because nothing says that the work succeeded.
 */
export function outcomeOf(settled: unknown): JobOutcome {
  try {
    return (
      readOutcome(settled) ?? { status: "failed", detail: "the producer settled with something that is not an outcome" }
    );
  } catch (error) {
    return outcomeOfRejection(error);
  }
}

/** A producer whose `done` rejected has failed, with the reason as detail (rule `job/rejected-producer-fails`). */
export function outcomeOfRejection(reason: unknown): JobOutcome {
  return { status: "failed", detail: messageOf(reason) };
}

function readOutcome(value: unknown): JobOutcome | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { status, detail, output } = value as Partial<Record<keyof JobOutcome, unknown>>;
  if (status !== "completed" && status !== "killed" && status !== "failed") return undefined;
  if (!isOptionalText(detail) || !isOptionalText(output)) return undefined;
  return {
    status,
    ...(detail === undefined ? undefined : { detail }),
    ...(output === undefined ? undefined : { output }),
  };
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

/** Never throws: a reason may be any value, also one that cannot be turned into text. */
function messageOf(reason: unknown): string {
  try {
    const message: unknown = reason instanceof Error ? reason.message : reason;
    return String(message);
  } catch {
    return "the producer rejected";
  }
}
