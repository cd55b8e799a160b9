import type { Gap } from "../../contract/scenario.ts";
import type { BoundedModel } from "../space.ts";
import { DomainState } from "./model.ts";
import type { DomainStep } from "./steps.ts";

/**
 * Every schedule of exactly so many commands and controls: commands that settle or fail, halts with a new or a used id,
 * rearms, releases that settle or fail. Names come in order of first use, so that schedules alike but for their names are
 * not enumerated twice.
 */
export class BoundedDomain implements BoundedModel<DomainStep> {
  #state = new DomainState();
  #commandsLeft: number;
  #controlsLeft: number;
  readonly #commands: number;
  readonly #rearmWhileDraining: boolean;

  constructor(commands: number, controls: number, rearmWhileDraining: boolean) {
    this.#commands = commands;
    this.#commandsLeft = commands;
    this.#controlsLeft = controls;
    this.#rearmWhileDraining = rearmWhileDraining;
  }

  choices(): readonly DomainStep[] {
    const state = this.#state;
    const choices: DomainStep[] = [];
    if (this.#commandsLeft > 0) choices.push({ op: "handle", command: `c${this.#commands - this.#commandsLeft + 1}` });
    for (const { name } of state.running) choices.push({ op: "settle", command: name }, { op: "fail", command: name });
    if (this.#controlsLeft > 0) {
      choices.push({ op: "halt", halt: `h${state.stops.length + 1}` });
      for (const { name } of state.stops) choices.push({ op: "halt", halt: name });
      if (this.#rearmWhileDraining || !state.isDraining) choices.push({ op: "rearm" });
    }
    for (const { name } of state.releasing)
      choices.push({ op: "release", halt: name }, { op: "fail-release", halt: name });
    return choices;
  }

  take(step: DomainStep, gap: Gap | undefined): void {
    if (step.op === "handle") this.#commandsLeft -= 1;
    if (step.op === "halt" || step.op === "rearm") this.#controlsLeft -= 1;
    this.#state.take(step, gap);
  }

  clone(): this {
    const copy = new BoundedDomain(this.#commands, 0, this.#rearmWhileDraining);
    copy.#state = this.#state.clone();
    copy.#commandsLeft = this.#commandsLeft;
    copy.#controlsLeft = this.#controlsLeft;
    return copy as this;
  }
}
