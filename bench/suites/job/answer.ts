import type { MaybePromise } from "executor-conformance";
import { describeThrown, isThenable } from "../../../src/run/values.ts";
import type { Chain } from "../chain.ts";

/**
 * Hands on what a runtime answers, at once where it is no promise; a refusal fails the chain, and so does an answer that
 * cannot be used.
 *
 * @param refused what a refusal is; absent: work that was not done.
 */
export function whenAnswered<T>(
  chain: Chain,
  ask: () => MaybePromise<T>,
  use: (answer: T) => void,
  refused: (error: unknown) => string | Error = (error) => `a call was refused: ${describeThrown(error)}`,
): void {
  let answer: MaybePromise<T>;
  try {
    answer = ask();
  } catch (error) {
    return chain.fail(refused(error));
  }
  const hear = chain.guarded("what a call gave cannot be read:", use);
  if (isThenable(answer)) answer.then(hear, (error: unknown) => chain.fail(refused(error)));
  else hear(answer);
}
