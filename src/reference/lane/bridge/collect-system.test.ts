import { expect, test } from "vitest";
import type { ToolOutcome } from "../../../contract/lane.ts";
import type { AgentEntity, AgentTable } from "./agents.ts";
import { CollectSystem } from "./collect-system.ts";

const outcomeOf = (agent: string, batchId: string): ToolOutcome => ({ agent, batchId, results: [] });

function entityOf(id: string, inFlight: string, apply: (outcome: ToolOutcome) => void): AgentEntity {
  return { agent: { id, execute: async () => [], apply }, requests: [], inFlight };
}

function collecting(...entities: AgentEntity[]): { system: CollectSystem; errors: unknown[] } {
  const agents: AgentTable = new Map(entities.map((entity) => [entity.agent.id, entity]));
  const errors: unknown[] = [];
  return { system: new CollectSystem(agents, (error) => errors.push(error)), errors };
}

test("receiving changes no agent; the next run applies, once and in order", () => {
  const applied: ToolOutcome[] = [];
  const [a, b] = ["a", "b"].map((id) => entityOf(id, `batch of ${id}`, (outcome) => applied.push(outcome)));
  const { system } = collecting(a!, b!);
  const outcomes = [outcomeOf("b", "batch of b"), outcomeOf("a", "batch of a")];
  for (const outcome of outcomes) system.receive(outcome);
  expect(applied).toEqual([]);
  expect(a!.inFlight).toBe("batch of a");
  system.run();
  system.run();
  expect(applied).toEqual(outcomes);
  expect([a!.inFlight, b!.inFlight]).toEqual([undefined, undefined]);
});

test("what comes in while outcomes are applied waits for the next run", () => {
  const applied: string[] = [];
  const entity = entityOf("a", "one", ({ batchId }) => {
    applied.push(batchId);
    entity.inFlight = "two";
    system.receive(outcomeOf("a", "two"));
  });
  const { system } = collecting(entity);
  system.receive(outcomeOf("a", "one"));
  system.run();
  expect(applied).toEqual(["one"]);
  system.run();
  expect(applied).toEqual(["one", "two"]);
});

test("an apply that throws is reported, and costs no other outcome", () => {
  const error = new Error("apply");
  const applied: string[] = [];
  const bad = entityOf("bad", "1", () => {
    throw error;
  });
  const { system, errors } = collecting(
    bad,
    entityOf("good", "2", ({ batchId }) => applied.push(batchId)),
  );
  system.receive(outcomeOf("bad", "1"));
  system.receive(outcomeOf("good", "2"));
  system.run();
  expect(errors).toEqual([error]);
  expect(applied).toEqual(["2"]);
  expect(bad.inFlight).toBeUndefined();
});

test("outcomes of agents and batches that are gone are dropped", () => {
  const applied: ToolOutcome[] = [];
  const entity = entityOf("a", "new", (outcome) => applied.push(outcome));
  const { system } = collecting(entity);
  system.receive(outcomeOf("gone", "1"));
  system.receive(outcomeOf("a", "old"));
  system.run();
  expect(applied).toEqual([]);
  expect(entity.inFlight).toBe("new");
});
