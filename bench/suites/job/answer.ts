import type { MaybePromise } from "executor-conformance";
import type { Chain } from "../chain.ts";

/** Hands on what a runtime answers, at once where it is no promise; a refusal fails the chain. */
export function whenAnswered<T>(chain: Chain, ask: () => MaybePromise<T>, use: (answer: T) => void): void {
  let answer: MaybePromise<T>;
  try {
    answer = ask();
  } catch (error) {
    return chain.fail(`a call was refused: ${String(error)}`);
  }
  if (answer instanceof Promise) {
    answer.then(use, (error: unknown) => chain.fail(`a call was refused: ${String(error)}`));
  } else {
    use(answer);
  }
}
