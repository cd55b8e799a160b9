import { describe, expect, it } from "vitest";
import { reduceTurn } from "./turn-reducer.ts";
import type { ToolOutcome, ToolRunMode, TurnEvent, TurnState } from "./turn-reducer.ts";

const blocks = ["c1", "c2", "c3"].map((commandId) => ({ commandId, dlineTid: `tid-${commandId}` }));

function created(turnId: string, mode: ToolRunMode): TurnEvent {
  return { kind: "turn.created", turnId, mode, blocks };
}

function result(commandId: string, turnId?: string): ToolOutcome {
  const identity = { commandId, dlineTid: `tid-${commandId}` };
  return { kind: "tool.block_result", ...identity, ...(turnId === undefined ? {} : { turnId }) };
}

/** Reduces all events, and says in short what each of them wanted done. */
function effectsOf(...events: TurnEvent[]): string[][] {
  let state: TurnState;
  return events.map((event) => {
    const step = reduceTurn(state, event);
    state = step.state;
    return step.effects.map((effect) =>
      effect.kind === "tool.run"
        ? `run ${effect.command.commandId}`
        : `${effect.kind.slice("outcome.".length)} ${effect.outcome.commandId}`,
    );
  });
}

describe("a turn", () => {
  it("copies its mode and its id into every command", () => {
    expect(reduceTurn(undefined, created("u1", "parallel")).effects).toEqual(
      blocks.map((block) => ({ kind: "tool.run", command: { ...block, turnId: "u1", mode: "parallel" } })),
    );
    expect(reduceTurn(undefined, created("u1", "serial")).effects).toEqual([
      { kind: "tool.run", command: { commandId: "c1", dlineTid: "tid-c1", turnId: "u1", mode: "serial" } },
    ]);
  });

  it("in serial mode goes on when the outcome of its block has been applied", () => {
    const failed: TurnEvent = { ...result("c2", "u1"), kind: "tool.block_failed", message: "no" };
    expect(effectsOf(created("u1", "serial"), result("c1", "u1"), failed, result("c3", "u1"))).toEqual([
      ["run c1"],
      ["applied c1", "run c2"],
      ["applied c2", "run c3"],
      ["applied c3"],
    ]);
  });

  it("in serial mode does not go on for another outcome than the awaited one", () => {
    expect(
      effectsOf(created("u1", "serial"), result("c2", "u1"), result("c1", "u0"), result("c1"), result("c1", "u1")),
    ).toEqual([["run c1"], ["applied c2"], ["stale c1"], ["applied c1"], ["applied c1", "run c2"]]);
  });

  it("gives up what waits when its block is rejected: the domain is stopped", () => {
    const rejected: TurnEvent = { kind: "tool.rejected", commandId: "c1", turnId: "u1", dlineTid: "tid-c1" };
    expect(effectsOf(created("u1", "serial"), rejected, result("c1", "u1"))).toEqual([["run c1"], [], ["applied c1"]]);
  });

  it("is not touched by the receipt of a stop or the rejection of another command", () => {
    const { state } = reduceTurn(undefined, created("u1", "serial"));
    expect(reduceTurn(state, { kind: "tool.halted", haltId: "h1" })).toEqual({ state, effects: [] });
    expect(reduceTurn(state, { kind: "tool.rejected", commandId: "c9", dlineTid: "t9" })).toEqual({
      state,
      effects: [],
    });
  });
});

describe("an outcome", () => {
  it("of the turn under way, or of none, is applied", () => {
    expect(effectsOf(created("u1", "parallel"), result("c1", "u1"), result("c9"))[1]).toEqual(["applied c1"]);
    expect(effectsOf(created("u1", "parallel"), result("c1", "u1"), result("c9"))[2]).toEqual(["applied c9"]);
    expect(effectsOf(result("c9"))).toEqual([["applied c9"]]);
  });

  it("of a turn that was left, or never entered, is stale", () => {
    expect(effectsOf(result("c1", "u1"))).toEqual([["stale c1"]]);
    const [, , afterNext] = effectsOf(created("u1", "parallel"), created("u2", "parallel"), result("c1", "u1"));
    expect(afterNext).toEqual(["stale c1"]);
    const [, , afterLeft] = effectsOf(created("u1", "parallel"), { kind: "turn.left" }, result("c1", "u1"));
    expect(afterLeft).toEqual(["stale c1"]);
  });

  it("of a turn with an empty id is not one without a turn", () => {
    expect(effectsOf(result("c1", ""))).toEqual([["stale c1"]]);
  });
});

it("changes neither state nor event", () => {
  const event = deepFreeze(created("u1", "serial"));
  const state = deepFreeze(reduceTurn(undefined, event).state);
  expect(reduceTurn(state, deepFreeze(result("c1", "u1")))).toEqual(reduceTurn(state, result("c1", "u1")));
});

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}
