import type { Gap } from "../../contract/scenario.ts";
import type { BoundedModel, Pending } from "../space.ts";
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

  pending(): readonly Pending<DomainStep>[] {
    const { running, releasing } = this.#state;
    const pending: Pending<DomainStep>[] = [];
    const command = `c${this.#commands - this.#commandsLeft + 1}`;
    if (this.#commandsLeft > 0) pending.push({ id: "handle", ways: [{ op: "handle", command }] });
    if (this.#controlsLeft > 0) pending.push({ id: "control", ways: this.#controls() });
    for (const { name } of running) pending.push({ id: name, ways: answers(name) });
    for (const { name } of releasing) pending.push({ id: name, ways: releases(name) });
    return pending;
  }

  get isUsedUp(): boolean {
    return this.#commandsLeft === 0 && this.#controlsLeft === 0;
  }

  key(): string {
    return `${this.#commandsLeft} ${this.#controlsLeft} ${this.#state.key()}`;
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

  #controls(): DomainStep[] {
    const { stops, isDraining } = this.#state;
    const controls: DomainStep[] = [{ op: "halt", halt: `h${stops.length + 1}` }];
    for (const { name } of stops) controls.push({ op: "halt", halt: name });
    if (this.#rearmWhileDraining || !isDraining) controls.push({ op: "rearm" });
    return controls;
  }
}

function answers(command: string): readonly DomainStep[] {
  return [
    { op: "settle", command },
    { op: "fail", command },
  ];
}

function releases(halt: string): readonly DomainStep[] {
  return [
    { op: "release", halt },
    { op: "fail-release", halt },
  ];
}
