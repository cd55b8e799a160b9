import { describe, expect, it } from "vitest";
import type { ToolRunCommand } from "../../../contract/domain.ts";
import { atRest } from "../fixtures/recorded-domain.ts";
import { ToolExecutionDomain } from "../tool-execution-domain.ts";
import { TurnDriver } from "./turn-driver.ts";
import type { TurnDriverOptions } from "./turn-driver.ts";
import type { ToolRunMode } from "./turn-reducer.ts";

const blocks = ["c1", "c2"].map((commandId) => ({ commandId, dlineTid: `tid-${commandId}` }));

/** A driver with a real domain whose tools settle when the test says so. */
function drivenDomain(options: Partial<TurnDriverOptions> = {}) {
  const log: string[] = [];
  const commands: ToolRunCommand[] = [];
  const answers = new Map<string, () => void>();
  const driver: TurnDriver = new TurnDriver({
    taskMode: () => "serial",
    execute: (command) => domain.handle(command),
    onApplied: ({ commandId }) => void log.push(`applied ${commandId}`),
    onStale: ({ commandId }) => void log.push(`stale ${commandId}`),
    ...options,
  });
  const domain = new ToolExecutionDomain({
    runner: {
      runBlock(command) {
        log.push(`run ${command.commandId}`);
        commands.push(command);
        return new Promise<void>((resolve) => void answers.set(command.commandId, resolve));
      },
      release: async () => {},
    },
    sink: driver,
    surface: { kind: "denied", reason: "nobody is there" },
  });
  return {
    log,
    commands,
    driver,
    domain,
    settle: async (commandId: string): Promise<void> => {
      answers.get(commandId)?.();
      await atRest();
    },
  };
}

describe("a serial turn", () => {
  it("runs one block after another, although the domain would run them at once", async () => {
    const { driver, log, settle } = drivenDomain();
    driver.createTurn("u1", blocks);
    expect(log).toEqual(["run c1"]);
    await settle("c1");
    expect(log).toEqual(["run c1", "applied c1", "run c2"]);
    await settle("c2");
    expect(log.at(-1)).toBe("applied c2");
  });

  it("runs no more blocks once it was left, and what comes late is stale", async () => {
    const { driver, log, settle } = drivenDomain();
    driver.createTurn("u1", blocks);
    driver.leaveTurn();
    await settle("c1");
    expect(log).toEqual(["run c1", "stale c1"]);
  });

  it("ends with its first block when the domain is stopped", async () => {
    const { driver, domain, log } = drivenDomain();
    void domain.halt({ haltId: "h1", reason: "cancel" });
    driver.createTurn("u1", blocks);
    domain.rearm();
    await atRest();
    expect(log).toEqual([]);
  });
});

describe("a parallel turn", () => {
  it("runs all blocks at once", async () => {
    const { driver, log, settle } = drivenDomain({ taskMode: () => "parallel" });
    driver.createTurn("u1", blocks);
    expect(log).toEqual(["run c1", "run c2"]);
    await settle("c2");
    await settle("c1");
    expect(log.slice(2)).toEqual(["applied c2", "applied c1"]);
  });
});

it("takes the mode of a turn from the task setting when the turn is created", async () => {
  let mode: ToolRunMode = "serial";
  const { driver, commands, settle } = drivenDomain({ taskMode: () => mode });
  driver.createTurn("u1", blocks);
  mode = "parallel";
  await settle("c1");
  driver.createTurn("u2", [{ commandId: "c3", dlineTid: "tid-c3" }]);
  expect(commands).toMatchObject([
    { commandId: "c1", turnId: "u1", mode: "serial" },
    { commandId: "c2", turnId: "u1", mode: "serial" },
    { commandId: "c3", turnId: "u2", mode: "parallel" },
  ]);
});

it("a result whose turn was left is seen as stale, one of the turn under way is applied", async () => {
  const { driver, domain, log, settle } = drivenDomain();
  driver.createTurn("u1");
  domain.handle({ commandId: "c1", turnId: "u1", dlineTid: "t1" });
  driver.createTurn("u2");
  domain.handle({ commandId: "c2", turnId: "u2", dlineTid: "t2" });
  await settle("c1");
  await settle("c2");
  expect(log.slice(2)).toEqual(["stale c1", "applied c2"]);
});

it("reduces an event that comes in the middle of another one after it", async () => {
  const { driver, domain, log, settle } = drivenDomain({
    onApplied({ commandId }) {
      driver.createTurn("u2", [{ commandId: "next", dlineTid: "t" }]);
      log.push(`applied ${commandId}`);
    },
  });
  driver.createTurn("u1", blocks);
  await settle("c1");
  expect(log).toEqual(["run c1", "applied c1", "run c2", "run next"]);
  void domain.halt({ haltId: "h1", reason: "cancel" });
});

it.each([
  [
    "throws",
    () => {
      throw new Error("callback");
    },
  ],
  ["rejects", () => Promise.reject(new Error("callback"))],
])("goes on when a callback %s", async (_how, fault) => {
  const { driver, log, settle } = drivenDomain({ onApplied: fault, onStale: fault });
  driver.createTurn("u1", blocks);
  await settle("c1");
  expect(log).toEqual(["run c1", "run c2"]);
});
