import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ToolDomainRunner } from "../../contract/domain.ts";
import { command } from "./fixtures/recorded-domain.ts";
import { HaltBudgetExceededError } from "./halt-budget-exceeded-error.ts";
import { createHaltToolDomain, DEFAULT_HALT_BUDGET_MS } from "./halt-tool-domain.ts";
import type { HaltToolDomainOptions } from "./halt-tool-domain.ts";
import { ToolExecutionDomain } from "./tool-execution-domain.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = (): Promise<never> => new Promise(() => {});

function boundedDomain(runner: Partial<ToolDomainRunner>, options: Partial<HaltToolDomainOptions> = {}) {
  const log: string[] = [];
  const failures: unknown[] = [];
  const domain = new ToolExecutionDomain({
    runner: { runBlock: async () => {}, release: async ({ reason }) => void log.push(`release ${reason}`), ...runner },
    sink: { emit: (event) => void log.push(event.kind === "tool.halted" ? `halted ${event.haltId}` : event.kind) },
    surface: { kind: "denied", reason: "nobody is there" },
  });
  let ids = 0;
  const haltToolDomain = createHaltToolDomain({
    domain,
    newHaltId: () => `own${(ids += 1)}`,
    onHaltFailure: (error) => {
      log.push("failure");
      failures.push(error);
    },
    releaseFallback: () => void log.push("fallback"),
    ...options,
  });
  const stop = (reason: Parameters<typeof haltToolDomain>[0]): void =>
    void haltToolDomain(reason).then(
      () => log.push("stopped"),
      () => log.push("rejected"),
    );
  return { domain, log, failures, stop };
}

describe("a stop that drains in time", () => {
  it("releases, gives its receipt, settles, and leaves no timer", async () => {
    const { log, stop } = boundedDomain({});
    stop("terminate");
    await vi.advanceTimersByTimeAsync(0);
    expect(log).toEqual(["release terminate", "halted own1", "stopped"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("has an id of its own each time", async () => {
    const { log, stop } = boundedDomain({});
    stop("cancel");
    stop("detach");
    await vi.advanceTimersByTimeAsync(0);
    expect(log.filter((entry) => entry.startsWith("halted"))).toEqual(["halted own1", "halted own2"]);
  });

  it("never reuses an id, not even one of another of its kind, unless it is given ids", async () => {
    const ids = new Set<string>();
    const domain = { halt: async ({ haltId }: { haltId: string }) => void ids.add(haltId) };
    const callbacks = { onHaltFailure() {}, releaseFallback() {} };
    for (const halt of [
      createHaltToolDomain({ domain, ...callbacks }),
      createHaltToolDomain({ domain, ...callbacks }),
    ]) {
      await halt("cancel");
      await halt("cancel");
    }
    expect(ids.size).toBe(4);
  });

  it("stops the domain from the call on", () => {
    const { domain, log, stop } = boundedDomain({});
    stop("cancel");
    domain.handle(command("c1"));
    expect(log).toEqual(["tool.rejected"]);
  });
});

describe("a stop that runs out of its budget", () => {
  it.each([
    ["a tool", { runBlock: never }, ["failure", "fallback", "stopped"]],
    ["its release", { release: never }, ["failure", "fallback", "stopped"]],
  ])("because %s hangs reports once, falls back once and settles at 5,000 ms", async (_what, runner, expected) => {
    const { domain, log, failures, stop } = boundedDomain(runner);
    domain.handle(command("c1"));
    stop("cancel");
    await vi.advanceTimersByTimeAsync(DEFAULT_HALT_BUDGET_MS - 1);
    expect(log).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(log).toEqual(expected);
    expect(failures).toEqual([expect.any(HaltBudgetExceededError)]);
    expect(failures).toEqual([expect.objectContaining({ haltId: "own1", budgetMs: 5_000 })]);
  });

  it("stays stopped, and gives its one late receipt quietly", async () => {
    const settleTool: (() => void)[] = [];
    const runBlock = (): Promise<void> => new Promise((resolve) => void settleTool.push(resolve));
    const { domain, log, stop } = boundedDomain({ runBlock }, { budgetMs: 100 });
    domain.handle(command("c1"));
    stop("cancel");
    await vi.advanceTimersByTimeAsync(100);
    domain.handle(command("c2"));
    settleTool[0]?.();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(log).toEqual(["failure", "fallback", "stopped", "tool.rejected", "release cancel", "halted own1"]);
  });

  it("contains a release that fails too late", async () => {
    const failRelease: ((error: Error) => void)[] = [];
    const release = (): Promise<void> => new Promise((_, reject) => void failRelease.push(reject));
    const { log, failures, stop } = boundedDomain({ release }, { budgetMs: 100 });
    stop("cancel");
    await vi.advanceTimersByTimeAsync(100);
    failRelease[0]?.(new Error("too late"));
    await vi.advanceTimersByTimeAsync(100);
    expect(log).toEqual(["failure", "fallback", "stopped", "halted own1"]);
    expect(failures).toHaveLength(1);
  });
});

describe("a stop whose release fails", () => {
  it.each([[new Error("no")], [undefined]])(
    "with %s reports that very error, falls back and settles",
    async (error) => {
      const { log, failures, stop } = boundedDomain({
        release: async () => {
          throw error;
        },
      });
      stop("cancel");
      await vi.advanceTimersByTimeAsync(0);
      expect(log).toEqual(["halted own1", "failure", "fallback", "stopped"]);
      expect(failures[0]).toBe(error);
      expect(vi.getTimerCount()).toBe(0);
    },
  );
});

describe("callbacks that fail", () => {
  it.each([
    [
      "throw",
      () => {
        throw new Error("callback");
      },
    ],
    ["reject", () => Promise.reject(new Error("callback, later"))],
  ])("and %s keep nothing from running and let nothing escape", async (_how, fault) => {
    const log: string[] = [];
    const domain = { halt: (): Promise<void> => Promise.reject(new Error("release")) };
    await createHaltToolDomain({
      domain,
      onHaltFailure() {
        log.push("failure");
        return fault();
      },
      releaseFallback() {
        log.push("fallback");
        return fault();
      },
    })("cancel");
    expect(log).toEqual(["failure", "fallback"]);
  });
});

describe("a budget that no timer can keep", () => {
  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])("is refused: %d", (budgetMs) => {
    expect(() => boundedDomain({}, { budgetMs })).toThrow(RangeError);
  });
});
