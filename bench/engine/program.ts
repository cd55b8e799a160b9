import type { Gap, HaltOrder, Scenario } from "executor-conformance";

/** A call of the kit, as scenarios of the profile `domain` write it down. */
export interface Call {
  readonly op: string;
  readonly gap?: Gap;
  readonly command?: string;
  readonly commandId?: string;
  readonly dlineTid?: string;
  readonly turnId?: string;
  readonly mode?: "serial" | "parallel";
  readonly halt?: string;
  readonly stop?: string;
  readonly reason?: HaltOrder["reason"];
  readonly throws?: string;
  readonly callback?: string;
  readonly call?: Call;
  readonly which?: string;
  readonly capability?: string;
  readonly turn?: string;
  readonly ms?: number;
}

/** How something that was asked of the host ends. */
export type Ending = "settles" | "fails" | "hangs" | "throws";

/**
 * A scenario as it is written for `fc.scheduler`: what is called in which order, and how what the executor asks for ends.
 * When it ends is the scheduler's to choose.
 */
export interface Program {
  readonly setup: { readonly resources?: boolean; readonly surface?: string; readonly budgetMs?: number };
  /** The calls of one task follow each other by tight gaps. */
  readonly tasks: readonly (readonly Call[])[];
  /** By the name of a command, of a halt or stop, or of a reset; absent: it settles. */
  readonly endings: ReadonlyMap<string, Ending>;
  /** The names of the stops, in their order: the executor chooses their ids. */
  readonly stops: readonly string[];
}

const ENDINGS: Readonly<Record<string, Ending>> = {
  settle: "settles",
  release: "settles",
  reset: "settles",
  fail: "fails",
  "fail-release": "fails",
  "fail-reset": "fails",
  hang: "hangs",
  "hang-release": "hangs",
  "hang-reset": "hangs",
  "throw-reset": "throws",
};

/** Translates a scenario, once and outside of what is measured. */
export function programOf({ setup, steps }: Scenario): Program {
  const tasks: Call[][] = [];
  const endings = new Map<string, Ending>();
  const stops: string[] = [];
  let continues = false;
  for (const step of steps as readonly Call[]) {
    const ending = ENDINGS[step.op];
    if (ending !== undefined) {
      endings.set(step.command ?? step.halt ?? step.which ?? "", ending);
      continues = false;
      continue;
    }
    const name = step.command ?? step.halt;
    if (step.throws !== undefined && name !== undefined) endings.set(name, "throws");
    if (step.stop !== undefined) stops.push(step.stop);
    const task = continues ? tasks.at(-1) : undefined;
    if (task === undefined) tasks.push([step]);
    else task.push(step);
    continues = step.gap !== undefined;
  }
  return { setup, tasks, endings, stops };
}
