import type { Step } from "../../contract/scenario.ts";
import type { Menu } from "../menu.ts";
import type { RandomSource } from "../space.ts";

/** Decides, in one scenario, which of the steps that are enabled comes next. */
export interface Strategy {
  /** Index of the step in a menu that is not empty; undefined ends the scenario. */
  next(menu: Menu<Step>): number | undefined;
}

/** Begins a scenario of at most `length` steps. All its chances come from `random`. */
export type BeginStrategy = (random: RandomSource, length: number) => Strategy;
