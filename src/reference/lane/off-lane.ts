import { awaitOffLane } from "./await-off-lane.ts";
import { currentBatch } from "./scope.ts";

/**
 * Awaits something with no time bound without holding a permit of the tool lane: an approval, an answer of the user, a
 * batch that this one has submitted. For code deep inside a tool, which knows of no lane; it finds the surrounding
 * batch, of whichever lane, by its asynchronous context.
 *
 * The permit is handed back before `wait` is called, and the promise settles, with exactly what `wait` gave, once the
 * batch has a permit again. Overlapping waits of one batch all settle after the last of them has ended; so race inside
 * one wait, not between two. Inside a wait of the same batch, after its end, and outside any batch this is a plain
 * await ("tool_bridge", off_lane; rules `lane/off-lane-*`).
 *
 * @throws what `wait` throws, at once or later
 * @example
 * ```ts
 * async function askUser(question: string): Promise<string> {
 *   return await offLane(() => prompt(question));
 * }
 * ```
 */
export function offLane<T>(wait: () => Promise<T>): Promise<T> {
  return awaitOffLane(currentBatch(), wait);
}
