import { decide, type DecisionPlan } from "../statistics/decision.ts";
import { median } from "../statistics/quantiles.ts";
import { ContenderError } from "./contestants.ts";
import type { MeasureJob } from "./job.ts";
import type { Measurement } from "./measurement.ts";
import type { GateCase, GateOutcome } from "./result.ts";

/** How the cases of a gate are measured and decided. */
export interface GatePlan extends Omit<DecisionPlan, "limit"> {
  /** Absolute paths of the modules. */
  readonly base: string;
  readonly head: string;
  /** How long each process measures, in ms of processor time. */
  readonly timeMs: number;
  /** Measures in a fresh process. */
  readonly measure: (job: MeasureJob) => Promise<Measurement>;
  readonly onProgress: (progress: GateProgress) => void;
}

export interface GateProgress extends GateCase {
  /** Processes of the set that have answered. */
  readonly processes: number;
  /** How many it has as far as is known: more where they do not decide. */
  readonly processesPlanned: number;
  /** Whether a slowdown is being confirmed. */
  readonly isConfirming: boolean;
}

/** How a case names the adapters of both sides, which may be called differently where each module has only one. */
export interface AdapterPair {
  readonly base: string;
  readonly head: string;
}

/**
 * Measures one case until a word can be said: fresh processes one after the other, each beginning with the next order of loading.
 * An executor that cannot be measured ends it with an error.
 */
export async function judgeCase(one: GateCase, { base, head }: AdapterPair, plan: GatePlan): Promise<GateOutcome> {
  const taken = { first: [] as Measurement[], confirmation: [] as Measurement[] };
  const all = (): readonly Measurement[] => [...taken.first, ...taken.confirmation];
  try {
    for (;;) {
      const decision = decide(taken, { ...plan, limit: one.limit });
      if (decision.kind === "decided") {
        return {
          kind: "judged",
          ...decision.conclusion,
          processes: all().length,
          baseNs: median(all().map(({ baseNs }) => baseNs)),
          headNs: median(all().map(({ headNs }) => headNs)),
        };
      }
      const set = taken[decision.set];
      const processesPlanned = set.length + decision.processes;
      while (set.length < processesPlanned) {
        const isConfirming = decision.set === "confirmation";
        plan.onProgress({ ...one, processes: set.length, processesPlanned, isConfirming });
        const measurement = await plan.measure({
          base: { module: plan.base, adapter: base },
          head: { module: plan.head, adapter: head },
          benchmark: one.benchmark,
          size: one.size,
          timeMs: plan.timeMs,
          firstOrder: all().length,
        });
        set.push(measurement);
      }
    }
  } catch (error) {
    if (error instanceof ContenderError) return { kind: "error", message: error.message };
    throw error;
  }
}
