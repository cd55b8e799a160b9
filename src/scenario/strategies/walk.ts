import type { Step } from "../../contract/scenario.ts";
import { CALLS, type EventId, type Menu } from "../menu.ts";
import type { RandomSource } from "../space.ts";
import type { BeginStrategy, Strategy } from "./strategy.ts";

/**
 * Uniform random walk (after Zhao et al. 2024): whoever has more steps to come goes first more often, so that all orders
 * are equally likely, and not those most where calls and answers alternate. The calls have all steps to come that are no
 * answers to what is pending, as each call brings its answer.
 */
export const walk: BeginStrategy = (random, length) => new UniformWalk(random, length);

class UniformWalk implements Strategy {
  readonly #random: RandomSource;
  #left: number;

  constructor(random: RandomSource, length: number) {
    this.#random = random;
    this.#left = length;
  }

  next(menu: Menu<Step>): number | undefined {
    const answers = answersIn(menu);
    const calls = Math.max(1, this.#left - answers.length);
    this.#left -= 1;
    const event = answers[this.#random.nextInt(1, calls + answers.length) - calls - 1] ?? CALLS;
    return menu.pickOf(event, this.#random) ?? menu.pick(this.#random);
  }
}

/** What waits for an answer, each once. */
function answersIn(menu: Menu<Step>): readonly EventId[] {
  const answers: EventId[] = [];
  for (let index = 0; index < menu.size; index += 1) {
    const event = menu.event(index);
    if (event !== CALLS && !answers.includes(event)) answers.push(event);
  }
  return answers;
}
