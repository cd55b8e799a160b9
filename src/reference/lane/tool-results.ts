import type { ToolOutcome } from "../../contract/lane.ts";

/** What a body returns: `[tool call id, result]` pairs. */
export type ToolResults = ReadonlyArray<readonly [toolCallId: string, result: string]>;

function isResultPair(pair: unknown): pair is readonly [string, string] {
  return Array.isArray(pair) && pair.length === 2 && typeof pair[0] === "string" && typeof pair[1] === "string";
}

/** How a batch ended whose body has returned this. */
export function outcomeOf(agent: string, batchId: string, returned: unknown): ToolOutcome {
  try {
    return { agent, batchId, results: requireToolResults(returned) };
  } catch (error) {
    return { agent, batchId, error };
  }
}

/**
 * Bodies come from outside the type system as well: what is no list of pairs ends the batch with an error, so that a
 * host may read `results` without checking them again.
 *
 * @throws TypeError for anything but an array of pairs of strings
 */
export function requireToolResults(value: unknown): ToolResults {
  if (Array.isArray(value) && value.every(isResultPair)) return value;
  throw new TypeError("exec must resolve to an array of [toolCallId, result] pairs of strings");
}
