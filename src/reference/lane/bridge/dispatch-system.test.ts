import { expect, test } from "vitest";
import type { ToolJob } from "../../../contract/lane.ts";
import type { AgentEntity, AgentTable, ToolCall } from "./agents.ts";
import { DispatchSystem } from "./dispatch-system.ts";

const call = (id: string): ToolCall => ({ id, name: "echo", input: {} });

function entityOf(id: string, ...requests: (readonly ToolCall[])[]): AgentEntity {
  const agent = {
    id,
    execute: async (calls: readonly ToolCall[]) => calls.map((each) => [each.id, id] as const),
    apply: () => {},
  };
  return { agent, requests, inFlight: undefined };
}

function dispatching(...entities: AgentEntity[]): { jobs: ToolJob[]; system: DispatchSystem } {
  const agents: AgentTable = new Map(entities.map((entity) => [entity.agent.id, entity]));
  const jobs: ToolJob[] = [];
  return { jobs, system: new DispatchSystem(agents, (job) => jobs.push(job)) };
}

test("an agent with calls becomes a job that runs them, one without does not", async () => {
  const { jobs, system } = dispatching(entityOf("busy", [call("1"), call("2")]), entityOf("idle"));
  system.run();
  expect(jobs.map(({ agent }) => agent)).toEqual(["busy"]);
  const context = { signal: new AbortController().signal, offLane: <T>(wait: () => Promise<T>) => wait() };
  expect(await jobs[0]!.exec(context)).toEqual([
    ["1", "busy"],
    ["2", "busy"],
  ]);
});

test("an agent has one batch in flight, and its requests keep their order", () => {
  const first = [call("1")];
  const second = [call("2")];
  const entity = entityOf("a", first, second);
  const { jobs, system } = dispatching(entity);
  system.run();
  system.run();
  expect(jobs).toHaveLength(1);
  expect(entity.inFlight).toBe(jobs[0]!.batchId);
  expect(entity.requests).toEqual([second]);
  entity.inFlight = undefined;
  system.run();
  expect(jobs).toHaveLength(2);
  expect(entity.requests).toEqual([]);
});

test("batch ids are unique", () => {
  const { jobs, system } = dispatching(
    entityOf("a", [call("1")]),
    entityOf("", [call("1")]),
    entityOf("__proto__", []),
  );
  system.run();
  expect(new Set(jobs.map(({ batchId }) => batchId)).size).toBe(3);
});
