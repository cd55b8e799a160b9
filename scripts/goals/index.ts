import { campaignRate } from "./campaignRate.ts";
import { counterexamples } from "./counterexamples.ts";
import { dispatch } from "./dispatch.ts";
import { escapes } from "./escapes.ts";
import { exhaustiveRate } from "./exhaustiveRate.ts";
import { falseAlarms } from "./falseAlarms.ts";
import { faultsFound } from "./faultsFound.ts";
import type { Goal } from "./goal.ts";
import { replays } from "./replays.ts";

/** Every goal, in the order in which they are reported. */
export const goals: readonly Goal[] = [
  campaignRate,
  exhaustiveRate,
  faultsFound,
  counterexamples,
  replays,
  falseAlarms,
  escapes,
  dispatch,
];
