import type { DomainCapabilities } from "../../contract/domain.ts";
import type { Gap } from "../../contract/scenario.ts";
import { SETTLED_KINDS, type SettledKind } from "../thrown.ts";
import { oneIn, pick, someThrown, thrown } from "../chance.ts";
import { Menu } from "../menu.ts";
import type { RandomSource, WeightedModel } from "../space.ts";
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

  offer(menu: Menu<DomainStep>, random: RandomSource): void {
    this.#addCalls(random, menu);
    this.#addTools(menu);
    this.#addReleases(menu);
    this.#addFaults(random, menu);
    this.#addCapabilities(random, menu);
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

  #addCalls(random: RandomSource, menu: Calls): void {
    const { commands, isStopped } = this.#state;
    if (commands.length < COMMANDS_MAX) menu.call(isStopped ? 30 : 60, () => this.#handle(random));
    this.#addHalts(random, menu);
    this.#addRearms(random, menu);
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

  #addHalts(random: RandomSource, menu: Calls): void {
    const { stops, running, isDraining } = this.#state;
    if (stops.length < STOPS_MAX) {
      const weight = running.length > 0 ? 45 : isDraining ? 25 : 12;
      menu.call(weight * (this.#state.answeredJustNow ? 3 : 1), () => this.#newHalt(random));
    }
    const used = stops.filter(({ budgeted }) => !budgeted);
    if (used.length > 0) menu.call(18, () => ({ op: "halt", halt: pick(random, used)?.name ?? "" }));
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

  #addRearms(random: RandomSource, menu: Calls): void {
    const { isStopped, isDraining, budgetIsRunning, stops, standing } = this.#state;
    if (budgetIsRunning || (isDraining && this.#can.rearmWhileDraining !== true)) return;
    menu.call((isStopped ? 35 : 6) * (this.#state.answeredJustNow ? 2 : 1), () => ({ op: "rearm" }));
    if (this.#can.rearmById !== true) return;
    const named = pick(
      random,
      stops.filter(({ budgeted }) => !budgeted),
    );
    // Lifting the newest of several standing stops is not decided by the contract.
    if (named !== undefined && (standing.length < 2 || standing.at(-1) !== named.name)) {
      menu.call(12, () => ({ op: "rearm", halt: named.name }));
    }
  }

  #addTools(menu: Menu<DomainStep>): void {
    const { running } = this.#state;
    const weight = Math.ceil((24 * Math.min(running.length, CROWD)) / Math.max(1, running.length));
    for (const { name } of running) {
      menu.answer(name, weight, settle);
      menu.answer(name, Math.ceil(weight / 2), fail);
      menu.answer(name, Math.ceil(weight / 12), hang);
    }
  }

  #addReleases(menu: Menu<DomainStep>): void {
    if (this.#setup.resources === true) {
      this.#addResets(menu);
      return;
    }
    for (const { name, state } of this.#state.stops) {
      // Most executors ask for it later; some release while they drain.
      if (state === "draining") menu.answer(name, 2, release);
      if (state !== "releasing") continue;
      menu.answer(name, 28, release);
      menu.answer(name, 12, failRelease);
      menu.answer(name, 2, hangRelease);
    }
  }

  #addResets(menu: Menu<DomainStep>): void {
    menu.call(6, (random) => ({
      op: "throw-reset",
      which: oneIn(random, 2) ? "revertDiff" : "cancelCommand",
      ...someThrown(random),
    }));
    for (const which of new Set(this.#state.releasing.flatMap(({ resets }) => resets))) {
      menu.answer(which, 14, () => ({ op: "reset", which }));
      menu.answer(which, 7, (random) => ({ op: "fail-reset", which, ...someThrown(random) }));
      menu.answer(which, 1, () => ({ op: "hang-reset", which }));
    }
  }

  #addFaults(random: RandomSource, menu: Menu<DomainStep>): void {
    menu.call(4, () => ({ op: "throw-in", callback: pick(random, CALLBACKS) ?? "emit" }));
    menu.call(9, () => this.#inside(random));
  }

  #inside(random: RandomSource): DomainStep {
    const calls = new Menu<DomainCall>();
    this.#addCalls(random, calls);
    const call = calls.make(random.nextInt(0, Math.max(0, calls.size - 1)), random);
    return { op: "inside", callback: pick(random, SITES) ?? "emit", call: call ?? { op: "rearm" } };
  }

  #addCapabilities(random: RandomSource, menu: Menu<DomainStep>): void {
    const { stops, running, turns, budgetIsRunning } = this.#state;
    menu.call(budgetIsRunning ? 20 : 2, () => this.#advance(random));
    const mayStop = stops.length < STOPS_MAX && stops.every(({ budgeted, state }) => !budgeted || state === "done");
    if (this.#can.budget === true && mayStop) {
      menu.call(running.length > 0 ? 16 : 6, () => ({
        op: "stop",
        stop: `b${stops.length + 1}`,
        reason: pick(random, REASONS) ?? "cancel",
      }));
    }
    if (this.#can.surface === true) menu.call(8, () => this.#ask(random));
    if (this.#can.turns === true) {
      menu.call(turns.length === 0 ? 20 : 6, () => ({ op: "turn", turn: `t${turns.length + 1}` }));
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

// The answers to what is pending, by its name.

const settle = (random: RandomSource, command: string): DomainStep => ({ op: "settle", command, ...someValue(random) });
const fail = (random: RandomSource, command: string): DomainStep => ({ op: "fail", command, ...someThrown(random) });
const hang = (_random: RandomSource, command: string): DomainStep => ({ op: "hang", command });
const release = (_random: RandomSource, halt: string): DomainStep => ({ op: "release", halt });
const failRelease = (random: RandomSource, halt: string): DomainStep => ({
  op: "fail-release",
  halt,
  ...someThrown(random),
});
const hangRelease = (_random: RandomSource, halt: string): DomainStep => ({ op: "hang-release", halt });

function isControl({ op }: DomainStep): boolean {
  return op === "halt" || op === "rearm" || op === "stop";
}

/** Where the calls that can be made are put, alone or among other steps. */
type Calls = Pick<Menu<DomainCall>, "call">;

/** Most tools give something; some give what looks like a failure. */
function someValue(random: RandomSource): { readonly value?: SettledKind } {
  const value = oneIn(random, 8) ? pick(random, SETTLED_KINDS) : undefined;
  return value === undefined ? {} : { value };
}
