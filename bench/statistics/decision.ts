import { bootstrapMedian, type Estimate } from "./bootstrap.ts";

/** What one fresh process measured, as natural logarithms of ratios of time: 0 is "as fast", above it "slower". */
export interface Sample {
  /** Of head over base. */
  readonly head: number;
  /** Of a second copy of base over base: whatever it shows is noise or a fault of the measurement. */
  readonly control: number;
}

/** What has been measured so far. A sample belongs to the set that was asked for when it was taken. */
export interface Evidence {
  readonly first: readonly Sample[];
  /** Independent of the first set; only asked for if that one shows a slowdown. */
  readonly confirmation: readonly Sample[];
}

/** How much is asked before a word is said. */
export interface DecisionPlan {
  /** The slowdown from which head counts as regressed, as a share: 0.05 for 5 %. */
  readonly limit: number;
  /** Processes of a set to begin with, and to add while it is undecided. */
  readonly processes: number;
  /** Processes of a set at most. */
  readonly processesMax: number;
  /** Of the bootstrap. */
  readonly seed: number;
  /** Of the bootstrap. */
  readonly resamples?: number;
}

/**
 * - `not regressed`: no slowdown above the limit is shown, and none above one and a half times the limit is likely.
 * - `regressed`: two independent sets of processes each show a slowdown above the limit.
 * - `inconclusive`: the machine is too noisy to say either.
 * - `untrusted`: base measured against itself looks slower or faster; nothing that was measured beside it counts.
 */
export type GateVerdict = "not regressed" | "regressed" | "inconclusive" | "untrusted";

/** What is concluded, and from what. */
export interface Conclusion {
  readonly verdict: GateVerdict;
  /** Of the logarithms of head over base, in the set that decided. */
  readonly head: Estimate;
  /** Of the logarithms of base over base, in the same set. */
  readonly control: Estimate;
  /** A first set showed a slowdown, and the second did not. */
  readonly unconfirmed: boolean;
}

/** Either more is to be measured, or a word can be said. */
export type Decision =
  | { readonly kind: "continue"; readonly set: keyof Evidence; readonly processes: number }
  | { readonly kind: "decided"; readonly conclusion: Conclusion };

/**
 * The gate as a pure state machine: from what has been measured to what is next. With equal samples and seeds it takes
 * equal decisions.
 *
 * A set of processes shows a slowdown only if the lower bound of the 95 % interval of its median exceeds the limit. It is
 * undecided where the interval straddles the limit too widely: the lower bound does not exceed the limit, and the upper one
 * exceeds it by more than half. Processes are added to an undecided set until it has the most it may have, and then it stays
 * inconclusive. A slowdown counts once a second set shows it as well.
 *
 * @example
 * ```ts
 * const decision = decide({ first: [], confirmation: [] }, { limit: 0.05, processes: 10, processesMax: 30, seed: 1 });
 * // { kind: "continue", set: "first", processes: 10 }
 * ```
 */
export function decide(evidence: Evidence, plan: DecisionPlan): Decision {
  const first = readSet(evidence.first, plan);
  if (first.shows === "too little") return { kind: "continue", set: "first", processes: first.processes };
  if (first.shows !== "slowdown") return conclude(first, VERDICTS[first.shows]);
  const second = readSet(evidence.confirmation, plan);
  if (second.shows === "too little") return { kind: "continue", set: "confirmation", processes: second.processes };
  return conclude(second, VERDICTS[second.shows], second.shows === "no slowdown");
}

type Shown = "slowdown" | "no slowdown" | "noise" | "a false control";

type ReadSet =
  | { readonly shows: "too little"; readonly processes: number }
  | { readonly shows: Shown; readonly head: Estimate; readonly control: Estimate };

const VERDICTS: Readonly<Record<Shown, GateVerdict>> = {
  slowdown: "regressed",
  "no slowdown": "not regressed",
  noise: "inconclusive",
  "a false control": "untrusted",
};

/** An interval that reaches further than this above the limit, in limits, may hide what the gate is there to find. */
const STRADDLE_MAX = 0.5;

/** What base may differ from itself, in limits. With more than that, the limit would mean something else. */
const CONTROL_TOLERANCE = 0.5;

function readSet(samples: readonly Sample[], plan: DecisionPlan): ReadSet {
  const { limit, processes, processesMax } = plan;
  if (samples.length < processes) return { shows: "too little", processes: processes - samples.length };
  const head = bootstrapMedian(
    samples.map((sample) => sample.head),
    plan,
  );
  const control = bootstrapMedian(
    samples.map((sample) => sample.control),
    plan,
  );
  const tolerance = Math.log1p(CONTROL_TOLERANCE * limit);
  if (control.lower > tolerance || control.upper < -tolerance) return { shows: "a false control", head, control };
  if (head.lower > Math.log1p(limit)) return { shows: "slowdown", head, control };
  if (head.upper <= Math.log1p((1 + STRADDLE_MAX) * limit)) return { shows: "no slowdown", head, control };
  const more = Math.min(processes, processesMax - samples.length);
  return more > 0 ? { shows: "too little", processes: more } : { shows: "noise", head, control };
}

function conclude(
  { head, control }: { readonly head: Estimate; readonly control: Estimate },
  verdict: GateVerdict,
  unconfirmed = false,
): Decision {
  return { kind: "decided", conclusion: { verdict, head, control, unconfirmed } };
}
