import type {
  DomainAdapter,
  DomainExecutor,
  DomainHost,
  HaltOrder,
  ToolDomainSurface,
  ToolRunCommand,
} from "executor-conformance";
import type { Scheduler } from "fast-check";
import type { Call, Program } from "./program.ts";

const USER: ToolDomainSurface = {
  kind: "user_facing",
  ask: () => Promise.resolve(undefined),
  say: () => Promise.resolve(),
  openInteraction: () => Promise.resolve(undefined),
  diff: () => undefined,
};
const DENIED: ToolDomainSurface = { kind: "denied", reason: "this run has no user" };

/**
 * One program on `fc.scheduler`: the calls are a scheduled sequence, everything the executor asks for is a scheduled task,
 * and `waitIdle` runs them all. Like the host of the kit it writes down what happens; nothing is judged.
 */
export class ScheduledRun {
  readonly records: object[] = [];
  readonly #scheduler: Scheduler;
  readonly #program: Program;
  readonly #executor: DomainExecutor;
  readonly #tick: (ms: number) => void;
  readonly #throwsIn: string[] = [];
  readonly #inside: Call[] = [];
  #stops = 0;

  /** @param tick moves the fake clock that budgets run on. */
  constructor(adapter: DomainAdapter, program: Program, scheduler: Scheduler, tick: (ms: number) => void) {
    this.#scheduler = scheduler;
    this.#program = program;
    this.#tick = tick;
    this.#executor = adapter.create(this.#host()) as DomainExecutor;
  }

  async run(): Promise<void> {
    this.#scheduler.scheduleSequence(
      this.#program.tasks.map((calls) => ({ label: calls[0]?.op ?? "", builder: () => this.#perform(calls) })),
    );
    await this.#scheduler.waitIdle();
  }

  async #perform(calls: readonly Call[]): Promise<void> {
    for (const call of calls) {
      this.#call(call);
      if (typeof call.gap === "number") for (let hop = 0; hop < call.gap; hop += 1) await Promise.resolve();
    }
  }

  #host(): DomainHost {
    const { resources, surface, budgetMs } = this.#program.setup;
    return {
      runner: { runBlock: (command) => this.#runBlock(command), release: (order) => this.#release(order) },
      sink: { emit: (event) => this.#callback("emit", event) },
      surface: surface === "denied" ? DENIED : USER,
      applied: (event) => this.#record("applied", event),
      onReleaseError: (error) => this.#callback("onReleaseError", error),
      onHaltFailure: (error) => this.#callback("onHaltFailure", error),
      releaseFallback: () => this.#callback("releaseFallback", undefined),
      ...(budgetMs === undefined ? {} : { haltBudgetMs: budgetMs }),
      ...(resources === true
        ? { resources: { revertDiff: () => this.#end("revertDiff"), cancelCommand: () => this.#end("cancelCommand") } }
        : {}),
    };
  }

  #runBlock(command: ToolRunCommand): Promise<void> {
    this.#record("run", { ...command });
    this.#reenter("runBlock");
    return this.#end(command.commandId);
  }

  #release(order: HaltOrder): Promise<void> {
    this.#record("release", { ...order });
    this.#reenter("release");
    const isKnown = this.#program.endings.has(order.haltId) || !order.haltId.startsWith("halt-tool-domain");
    return this.#end(isKnown ? order.haltId : (this.#program.stops[this.#stops++] ?? ""));
  }

  #end(name: string): Promise<void> {
    const ending = this.#program.endings.get(name) ?? "settles";
    if (ending === "throws") throw new Error(name);
    if (ending === "hangs") return new Promise(() => {});
    const task = this.#scheduler.schedule(Promise.resolve(), name);
    if (ending === "settles") return task.then(() => this.#record("settled", name));
    return task.then(() => {
      this.#record("failed", name);
      throw new Error(name);
    });
  }

  #callback(name: string, value: unknown): void {
    this.#record(name, value);
    this.#reenter(name);
    const armed = this.#throwsIn.indexOf(name);
    if (armed < 0) return;
    this.#throwsIn.splice(armed, 1);
    throw new Error(name);
  }

  #reenter(callback: string): void {
    const armed = this.#inside.findIndex((inside) => inside.callback === callback);
    if (armed < 0) return;
    const [inside] = this.#inside.splice(armed, 1);
    if (inside?.call !== undefined) this.#call(inside.call);
  }

  #call(call: Call): void {
    this.#record("call", call.op);
    switch (call.op) {
      case "handle":
        return this.#executor.handle(commandOf(call));
      case "halt":
        return this.#observe(this.#executor.halt({ haltId: call.halt ?? "", reason: call.reason ?? "cancel" }));
      case "rearm":
        return this.#executor.rearm(call.halt);
      case "stop":
        return this.#observe(this.#executor.haltToolDomain?.(call.reason ?? "cancel"));
      case "turn":
        return this.#executor.enterTurn?.(call.turn ?? "");
      case "ask":
        return this.#ask(call.capability ?? "");
      case "advance":
        return this.#tick(call.ms ?? 0);
      case "throw-in":
        this.#throwsIn.push(call.callback ?? "");
        return;
      case "inside":
        this.#inside.push(call);
    }
  }

  #ask(capability: string): void {
    try {
      this.#executor.requireUserFacing?.(capability);
    } catch (error) {
      this.#record("denied", error);
    }
  }

  #observe(halt: Promise<void> | undefined): void {
    halt?.then(
      () => this.#record("halted", undefined),
      (error: unknown) => this.#record("halt failed", error),
    );
  }

  #record(type: string, value: unknown): void {
    this.records.push({ type, value });
  }
}

function commandOf({
  command = "",
  commandId = command,
  dlineTid = `tid-${commandId}`,
  turnId,
  mode,
}: Call): ToolRunCommand {
  return {
    commandId,
    dlineTid,
    ...(turnId === undefined ? {} : { turnId }),
    ...(mode === undefined ? {} : { mode }),
  };
}
