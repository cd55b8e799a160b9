import type { DomainCapabilities } from "../../contract/domain.ts";
import type { Gap } from "../../contract/scenario.ts";
import { SETTLED_KINDS, type SettledKind } from "../thrown.ts";
import { oneIn, pick, someThrown, thrown } from "../chance.ts";
import { stepOf, type Choice, type RandomSource, type WeightedModel } from "../space.ts";
import { DomainState, isAnswer } from "./model.ts";
import {
  DEFAULT_BUDGET_MS,
  type DomainCall,
  type DomainSetup,
  type DomainStep,
  type HaltReason,
  type ReentrantSite,
  type ThrowingCallback,
} from "./steps.ts";

/** More than the limits that pools are given: one of 8 or 10 must show. */
const COMMANDS_MAX = 24;

/** Beyond so many, all running tools together weigh as much as so many, so that a crowd can gather. */
const CROWD = 3;
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
  #state: DomainState;
  readonly #setup: DomainSetup;
  readonly #can: DomainCapabilities;

  constructor(setup: DomainSetup, capabilities: DomainCapabilities) {
    this.#setup = setup;
    this.#can = capabilities;
    this.#state = new DomainState(setup.budgetMs);
  }

  choices(random: RandomSource): readonly Choice<DomainStep>[] {
    const choices: Choice<DomainStep>[] = [];
    this.#addCalls(random, choices);
    this.#addTools(random, choices);
    this.#addReleases(random, choices);
    this.#addFaults(random, choices);
    this.#addCapabilities(random, choices);
    return choices;
  }

  tightGapPercent(step: DomainStep): number {
    if (step.op === "advance") return 0;
    return isControl(step) || isAnswer(step) ? 50 : 30;
  }

  take(step: DomainStep, gap: Gap | undefined): void {
    this.#state.take(step, gap);
  }

  clone(): this {
    const copy = new WeightedDomain(this.#setup, this.#can);
    copy.#state = this.#state.clone();
    return copy as this;
  }

  #addCalls(random: RandomSource, choices: Calls): void {
    const { commands, isStopped } = this.#state;
    if (commands.length < COMMANDS_MAX) choices.push({ weight: isStopped ? 30 : 60, step: () => this.#handle(random) });
    this.#addHalts(random, choices);
    this.#addRearms(random, choices);
  }

  #handle(random: RandomSource): DomainCall {
    const { commands, turns } = this.#state;
    const turnId = this.#can.turns === true && oneIn(random, 2) ? pick(random, turns) : undefined;
    return {
      op: "handle",
      command: `c${commands.length + 1}`,
      ...this.#ids(random),
      ...(turnId === undefined ? {} : { turnId }),
      ...(oneIn(random, 3) ? { mode: oneIn(random, 2) ? "serial" : "parallel" } : {}),
      ...(oneIn(random, 12) ? { throws: thrown(random) } : {}),
    };
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

  #addHalts(random: RandomSource, choices: Calls): void {
    const { stops, running, isDraining, answeredJustNow } = this.#state;
    if (stops.length < STOPS_MAX) {
      const weight = running.length > 0 ? 45 : isDraining ? 25 : 12;
      choices.push({ weight: weight * (answeredJustNow ? 3 : 1), step: () => this.#newHalt(random) });
    }
    const used = stops.filter(({ budgeted }) => !budgeted);
    if (used.length > 0)
      choices.push({ weight: 18, step: () => ({ op: "halt", halt: pick(random, used)?.name ?? "" }) });
  }

  #newHalt(random: RandomSource): DomainCall {
    const { stops } = this.#state;
    const hostile = oneIn(random, 25) ? pick(random, HOSTILE_IDS) : undefined;
    const halt = hostile === undefined || stops.some(({ name }) => name === hostile) ? `h${stops.length + 1}` : hostile;
    return {
      op: "halt",
      halt,
      ...(oneIn(random, 4) ? { reason: pick(random, REASONS) ?? "cancel" } : {}),
      ...(oneIn(random, 12) ? { throws: thrown(random) } : {}),
    };
  }

  #addRearms(random: RandomSource, choices: Calls): void {
    const { isStopped, isDraining, budgetIsRunning, stops, standing, answeredJustNow } = this.#state;
    if (budgetIsRunning || (isDraining && this.#can.rearmWhileDraining !== true)) return;
    choices.push({ weight: (isStopped ? 35 : 6) * (answeredJustNow ? 2 : 1), step: { op: "rearm" } });
    if (this.#can.rearmById !== true) return;
    const named = pick(
      random,
      stops.filter(({ budgeted }) => !budgeted),
    );
    // Lifting the newest of several standing stops is not decided by the contract.
    if (named !== undefined && (standing.length < 2 || standing.at(-1) !== named.name)) {
      choices.push({ weight: 12, step: { op: "rearm", halt: named.name } });
    }
  }

  #addTools(random: RandomSource, choices: Choice<DomainStep>[]): void {
    const { running } = this.#state;
    const weight = Math.ceil((24 * Math.min(running.length, CROWD)) / Math.max(1, running.length));
    for (const { name } of running) {
      choices.push(
        { weight, step: () => ({ op: "settle", command: name, ...someValue(random) }) },
        { weight: Math.ceil(weight / 2), step: () => ({ op: "fail", command: name, ...someThrown(random) }) },
        { weight: Math.ceil(weight / 12), step: { op: "hang", command: name } },
      );
    }
  }

  #addReleases(random: RandomSource, choices: Choice<DomainStep>[]): void {
    if (this.#setup.resources === true) {
      this.#addResets(random, choices);
      return;
    }
    for (const { name, state } of this.#state.stops) {
      // Most executors ask for it later; some release while they drain.
      if (state === "draining") choices.push({ weight: 2, step: { op: "release", halt: name } });
      if (state !== "releasing") continue;
      choices.push(
        { weight: 28, step: { op: "release", halt: name } },
        { weight: 12, step: () => ({ op: "fail-release", halt: name, ...someThrown(random) }) },
        { weight: 2, step: { op: "hang-release", halt: name } },
      );
    }
  }

  #addResets(random: RandomSource, choices: Choice<DomainStep>[]): void {
    choices.push({
      weight: 6,
      step: () => ({
        op: "throw-reset",
        which: oneIn(random, 2) ? "revertDiff" : "cancelCommand",
        ...someThrown(random),
      }),
    });
    for (const which of new Set(this.#state.releasing.flatMap(({ resets }) => resets))) {
      choices.push(
        { weight: 14, step: { op: "reset", which } },
        { weight: 7, step: () => ({ op: "fail-reset", which, ...someThrown(random) }) },
        { weight: 1, step: { op: "hang-reset", which } },
      );
    }
  }

  #addFaults(random: RandomSource, choices: Choice<DomainStep>[]): void {
    choices.push(
      { weight: 4, step: () => ({ op: "throw-in", callback: pick(random, CALLBACKS) ?? "emit" }) },
      { weight: 9, step: () => this.#inside(random) },
    );
  }

  #inside(random: RandomSource): DomainStep {
    const calls: Choice<DomainCall>[] = [];
    this.#addCalls(random, calls);
    const call = pick(random, calls);
    return {
      op: "inside",
      callback: pick(random, SITES) ?? "emit",
      call: call === undefined ? { op: "rearm" } : stepOf(call),
    };
  }

  #addCapabilities(random: RandomSource, choices: Choice<DomainStep>[]): void {
    const { stops, running, turns, budgetIsRunning } = this.#state;
    choices.push({ weight: budgetIsRunning ? 20 : 2, step: () => this.#advance(random) });
    const mayStop = stops.length < STOPS_MAX && stops.every(({ budgeted, state }) => !budgeted || state === "done");
    if (this.#can.budget === true && mayStop) {
      choices.push({
        weight: running.length > 0 ? 16 : 6,
        step: () => ({ op: "stop", stop: `b${stops.length + 1}`, reason: pick(random, REASONS) ?? "cancel" }),
      });
    }
    if (this.#can.surface === true) choices.push({ weight: 8, step: () => this.#ask(random) });
    if (this.#can.turns === true) {
      choices.push({ weight: turns.length === 0 ? 20 : 6, step: { op: "turn", turn: `t${turns.length + 1}` } });
    }
  }

  #advance(random: RandomSource): DomainStep {
    const budget = this.#setup.budgetMs ?? DEFAULT_BUDGET_MS;
    return { op: "advance", ms: pick(random, [1, 10, budget - 10, budget, budget + 10]) ?? 1 };
  }

  #ask(random: RandomSource): DomainStep {
    const command = oneIn(random, 2) ? pick(random, this.#state.running) : undefined;
    const capability = pick(random, ASKED) ?? "ask";
    return { op: "ask", capability, ...(command === undefined ? {} : { command: command.name }) };
  }
}

function isControl({ op }: DomainStep): boolean {
  return op === "halt" || op === "rearm" || op === "stop";
}

/** Where the calls that can be made are put, alone or among other steps. */
type Calls = { push(choice: Choice<DomainCall>): unknown };

/** Most tools give something; some give what looks like a failure. */
function someValue(random: RandomSource): { readonly value?: SettledKind } {
  const value = oneIn(random, 8) ? pick(random, SETTLED_KINDS) : undefined;
  return value === undefined ? {} : { value };
}
