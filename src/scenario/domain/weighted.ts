import type { DomainCapabilities } from "../../contract/domain.ts";
import type { Gap } from "../../contract/scenario.ts";
import { THROWN_KINDS, type ThrownKind } from "../thrown.ts";
import type { Choice, RandomSource, WeightedModel } from "../space.ts";
import { DomainState } from "./model.ts";
import {
  DEFAULT_BUDGET_MS,
  type DomainCall,
  type DomainSetup,
  type DomainStep,
  type HaltReason,
  type ReentrantSite,
  type ThrowingCallback,
} from "./steps.ts";

const COMMANDS_MAX = 6;
const STOPS_MAX = 5;

/** Ids that break tables made of plain objects, and comparisons that take an empty id for none. */
const HOSTILE_IDS = ["__proto__", "", "constructor", "toString", "0"] as const;

const REASONS: readonly HaltReason[] = ["cancel", "terminate", "detach"];
const SITES: readonly ReentrantSite[] = ["emit", "runBlock", "release"];
const CALLBACKS: readonly ThrowingCallback[] = ["emit", "emit", "onReleaseError", "onHaltFailure", "releaseFallback"];
const ASKED = [
  "ask",
  "say",
  "openInteraction",
  "diff",
  "kind",
  "then",
  "__proto__",
  "constructor",
  "",
  "notify",
] as const;

/**
 * What a random scenario does next. The weights favour what breaks executors: halts with work in flight, halts that
 * overlap, a rearm during a drain, a settlement and a halt in one turn.
 */
export class WeightedDomain implements WeightedModel<DomainStep> {
  #state = new DomainState();
  /** The last step let something settle, and its reactions have not all run. */
  #answeredJustNow = false;
  readonly #setup: DomainSetup;
  readonly #can: DomainCapabilities;

  constructor(setup: DomainSetup, capabilities: DomainCapabilities) {
    this.#setup = setup;
    this.#can = capabilities;
  }

  choices(random: RandomSource): readonly Choice<DomainStep>[] {
    return [
      ...this.#calls(random),
      ...this.#tools(random),
      ...this.#releases(random),
      ...this.#faults(random),
      ...this.#capabilities(random),
    ];
  }

  tightGapPercent(step: DomainStep): number {
    if (step.op === "advance") return 0;
    return isControl(step) || isAnswer(step) ? 50 : 30;
  }

  take(step: DomainStep, gap: Gap | undefined): void {
    this.#state.take(step, gap);
    this.#answeredJustNow = isAnswer(step) && gap !== undefined;
  }

  clone(): this {
    const copy = new WeightedDomain(this.#setup, this.#can);
    copy.#state = this.#state.clone();
    copy.#answeredJustNow = this.#answeredJustNow;
    return copy as this;
  }

  #calls(random: RandomSource): Choice<DomainStep>[] {
    return [...this.#handles(random), ...this.#halts(random), ...this.#rearms(random)];
  }

  #handles(random: RandomSource): Choice<Extract<DomainCall, { op: "handle" }>>[] {
    const { commands, isStopped, turns } = this.#state;
    if (commands.length >= COMMANDS_MAX) return [];
    const turnId = this.#can.turns === true && oneIn(random, 2) ? pick(random, turns) : undefined;
    return [
      {
        weight: isStopped ? 30 : 60,
        step: {
          op: "handle",
          command: `c${commands.length + 1}`,
          ...this.#ids(random),
          ...(turnId === undefined ? {} : { turnId }),
          ...(oneIn(random, 3) ? { mode: oneIn(random, 2) ? "serial" : "parallel" } : {}),
          ...(oneIn(random, 12) ? { throws: thrown(random) } : {}),
        },
      },
    ];
  }

  #ids(random: RandomSource): { readonly commandId?: string; readonly dlineTid?: string } {
    const { commands } = this.#state;
    if (this.#can.reusedIds === true && oneIn(random, 5)) {
      const reused = pick(random, commands);
      if (reused !== undefined) return { commandId: reused.commandId, dlineTid: reused.dlineTid };
    }
    if (!oneIn(random, 25)) return {};
    const commandId = pick(random, HOSTILE_IDS) ?? "";
    const taken = commands.some((command) => command.commandId === commandId);
    return taken ? {} : { commandId };
  }

  #halts(random: RandomSource): Choice<Extract<DomainCall, { op: "halt" }>>[] {
    const { stops, running, isDraining } = this.#state;
    const choices: Choice<Extract<DomainCall, { op: "halt" }>>[] = [];
    if (stops.length < STOPS_MAX) {
      const hostile = oneIn(random, 25) ? pick(random, HOSTILE_IDS) : undefined;
      const halt =
        hostile === undefined || stops.some(({ name }) => name === hostile) ? `h${stops.length + 1}` : hostile;
      choices.push({
        weight: (running.length > 0 ? 45 : isDraining ? 25 : 12) * (this.#answeredJustNow ? 3 : 1),
        step: {
          op: "halt",
          halt,
          ...(oneIn(random, 4) ? { reason: pick(random, REASONS) ?? "cancel" } : {}),
          ...(oneIn(random, 12) ? { throws: thrown(random) } : {}),
        },
      });
    }
    const used = pick(
      random,
      stops.filter(({ budgeted }) => !budgeted),
    );
    if (used !== undefined) choices.push({ weight: 18, step: { op: "halt", halt: used.name } });
    return choices;
  }

  #rearms(random: RandomSource): Choice<Extract<DomainCall, { op: "rearm" }>>[] {
    const { isStopped, isDraining, budgetIsRunning, stops, standing } = this.#state;
    if (budgetIsRunning || (isDraining && this.#can.rearmWhileDraining !== true)) return [];
    const choices: Choice<Extract<DomainCall, { op: "rearm" }>>[] = [
      { weight: (isStopped ? 35 : 6) * (this.#answeredJustNow ? 2 : 1), step: { op: "rearm" } },
    ];
    const named =
      this.#can.rearmById === true
        ? pick(
            random,
            stops.filter(({ budgeted }) => !budgeted),
          )
        : undefined;
    // Lifting the newest of several standing stops is not decided by the contract.
    if (named !== undefined && (standing.length < 2 || standing.at(-1) !== named.name)) {
      choices.push({ weight: 12, step: { op: "rearm", halt: named.name } });
    }
    return choices;
  }

  #tools(random: RandomSource): Choice<DomainStep>[] {
    return this.#state.running.flatMap(({ name }): Choice<DomainStep>[] => [
      { weight: 24, step: { op: "settle", command: name } },
      { weight: 10, step: { op: "fail", command: name, ...someThrown(random) } },
      { weight: 2, step: { op: "hang", command: name } },
    ]);
  }

  #releases(random: RandomSource): Choice<DomainStep>[] {
    if (this.#setup.resources === true) return this.#resets(random);
    return this.#state.stops.flatMap(({ name, state }): Choice<DomainStep>[] => {
      if (state === "draining") return [{ weight: 2, step: { op: "release", halt: name } }];
      if (state !== "releasing") return [];
      return [
        { weight: 28, step: { op: "release", halt: name } },
        { weight: 12, step: { op: "fail-release", halt: name, ...someThrown(random) } },
        { weight: 2, step: { op: "hang-release", halt: name } },
      ];
    });
  }

  #resets(random: RandomSource): Choice<DomainStep>[] {
    const which = pick(random, [...new Set(this.#state.releasing.flatMap(({ resets }) => resets))]);
    const armed: Choice<DomainStep> = {
      weight: 6,
      step: { op: "throw-reset", which: oneIn(random, 2) ? "revertDiff" : "cancelCommand", ...someThrown(random) },
    };
    if (which === undefined) return [armed];
    return [
      armed,
      { weight: 28, step: { op: "reset", which } },
      { weight: 14, step: { op: "fail-reset", which, ...someThrown(random) } },
      { weight: 2, step: { op: "hang-reset", which } },
    ];
  }

  #faults(random: RandomSource): Choice<DomainStep>[] {
    const callback = pick(random, CALLBACKS) ?? "emit";
    const call = pick(random, [...this.#handles(random), ...this.#halts(random), ...this.#rearms(random)]);
    const inside: Choice<DomainStep>[] =
      call === undefined
        ? []
        : [{ weight: 9, step: { op: "inside", callback: pick(random, SITES) ?? "emit", call: call.step } }];
    return [{ weight: 4, step: { op: "throw-in", callback } }, ...inside];
  }

  #capabilities(random: RandomSource): Choice<DomainStep>[] {
    const { stops, running, turns, budgetIsRunning } = this.#state;
    const choices: Choice<DomainStep>[] = [];
    const budget = this.#setup.budgetMs ?? DEFAULT_BUDGET_MS;
    const ms = pick(random, [1, 10, budget - 10, budget, budget + 10]) ?? 1;
    choices.push({ weight: budgetIsRunning ? 20 : 2, step: { op: "advance", ms } });
    if (
      this.#can.budget === true &&
      stops.length < STOPS_MAX &&
      stops.every(({ budgeted, state }) => !budgeted || state === "done")
    ) {
      const step = { op: "stop", stop: `b${stops.length + 1}`, reason: pick(random, REASONS) ?? "cancel" } as const;
      choices.push({ weight: running.length > 0 ? 16 : 6, step });
    }
    if (this.#can.surface === true) {
      const command = oneIn(random, 2) ? pick(random, running) : undefined;
      const asker = command === undefined ? {} : { command: command.name };
      choices.push({ weight: 8, step: { op: "ask", capability: pick(random, ASKED) ?? "ask", ...asker } });
    }
    if (this.#can.turns === true)
      choices.push({ weight: turns.length === 0 ? 20 : 6, step: { op: "turn", turn: `t${turns.length + 1}` } });
    return choices;
  }
}

function isControl({ op }: DomainStep): boolean {
  return op === "halt" || op === "rearm" || op === "stop";
}

/** Something that was pending settles. */
function isAnswer({ op }: DomainStep): boolean {
  return (
    op === "settle" ||
    op === "fail" ||
    op === "release" ||
    op === "fail-release" ||
    op === "reset" ||
    op === "fail-reset"
  );
}

function oneIn(random: RandomSource, count: number): boolean {
  return random.nextInt(1, count) === 1;
}

function pick<T>(random: RandomSource, items: readonly T[]): T | undefined {
  return items.length === 0 ? undefined : items[random.nextInt(0, items.length - 1)];
}

function thrown(random: RandomSource): ThrownKind {
  return oneIn(random, 2) ? "error" : (pick(random, THROWN_KINDS) ?? "error");
}

/** Half of what fails throws a plain error; the rest throws what people forget. */
function someThrown(random: RandomSource): { readonly thrown?: ThrownKind } {
  const kind = thrown(random);
  return kind === "error" ? {} : { thrown: kind };
}
