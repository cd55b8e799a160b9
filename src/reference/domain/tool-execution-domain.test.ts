import { describe, expect, it } from "vitest";
import type { ToolDomainEvent, ToolDomainRunner, ToolRunCommand } from "../../contract/domain.ts";
import { HOSTILE_VALUES } from "./fixtures/hostile-values.ts";
import { atRest, command, RecordedDomain } from "./fixtures/recorded-domain.ts";
import { ToolExecutionDomain } from "./tool-execution-domain.ts";

/** A domain over any `runBlock`, with the events it emits. */
function domainOver(runBlock: ToolDomainRunner["runBlock"]): {
  domain: ToolExecutionDomain;
  events: ToolDomainEvent[];
} {
  const events: ToolDomainEvent[] = [];
  const domain = new ToolExecutionDomain({
    runner: { runBlock, release: async () => {} },
    sink: { emit: (event) => void events.push(event) },
    surface: { kind: "denied", reason: "nobody is there" },
  });
  return { domain, events };
}

describe("handle", () => {
  it("starts the tool and returns nothing before it settles", () => {
    const recorded = new RecordedDomain();
    expect(recorded.domain.handle(command("c1"))).toBeUndefined();
    expect(recorded.log).toEqual(["run c1"]);
  });

  it("runs a batch concurrently, whatever the mode", async () => {
    const recorded = new RecordedDomain();
    for (const commandId of ["c1", "c2", "c3"]) recorded.domain.handle({ ...command(commandId), mode: "serial" });
    expect(recorded.newEntries()).toEqual(["run c1", "run c2", "run c3"]);
    await recorded.settle("c2");
    await recorded.settle("c3");
    await recorded.settle("c1");
    expect(recorded.newEntries()).toEqual(["block_result c2", "block_result c3", "block_result c1"]);
  });

  it("gives the runner the command as it is, frozen or not", async () => {
    const given: ToolRunCommand[] = [];
    const { domain } = domainOver(async (received) => void given.push(received));
    const full = Object.freeze({ commandId: "", turnId: "u1", dlineTid: "t1", mode: "parallel" } as const);
    domain.handle(full);
    domain.handle(command("c2"));
    await atRest();
    expect(given).toEqual([full, { commandId: "c2", dlineTid: "tid-c2" }]);
  });

  it("keeps apart two commands of one id", async () => {
    const { domain, events } = domainOver(async () => {});
    domain.handle(command("c1"));
    domain.handle(command("c1"));
    await atRest();
    expect(events).toHaveLength(2);
  });
});

describe("an outcome", () => {
  it("carries the identity of its command", async () => {
    const { domain, events } = domainOver(async ({ dlineTid }) => {
      if (dlineTid === "bad") throw new Error("no");
    });
    domain.handle({ commandId: "c1", turnId: "", dlineTid: "good", mode: "serial" });
    domain.handle({ commandId: "c2", turnId: "u2", dlineTid: "bad" });
    domain.handle({ commandId: "c3", dlineTid: "good" });
    await atRest();
    expect(events).toEqual([
      { kind: "tool.block_result", commandId: "c1", turnId: "", dlineTid: "good" },
      {
        kind: "tool.block_failed",
        commandId: "c2",
        turnId: "u2",
        dlineTid: "bad",
        message: "no",
        cause: new Error("no"),
      },
      { kind: "tool.block_result", commandId: "c3", dlineTid: "good" },
    ]);
  });

  it.each(HOSTILE_VALUES)("is a failure with its cause when a tool rejects with %s", async (_name, thrown) => {
    const { domain, events } = domainOver(() => Promise.reject(thrown));
    domain.handle(command("c1"));
    await atRest();
    expect(events.map(({ kind }) => kind)).toEqual(["tool.block_failed"]);
    expect(causeOf(events[0])).toBe(thrown);
  });

  it.each(HOSTILE_VALUES)("is a failure with its cause when a tool throws %s", async (_name, thrown) => {
    const { domain, events } = domainOver(() => {
      throw thrown;
    });
    domain.handle(command("c1"));
    expect(events).toEqual([]);
    await atRest();
    expect(events.map(({ kind }) => kind)).toEqual(["tool.block_failed"]);
    expect(causeOf(events[0])).toBe(thrown);
  });

  it("comes once from a foreign promise that calls back at once, twice, and throws", async () => {
    const foreign: Promise<unknown> = Object.create(Promise.prototype, {
      // oxlint-disable-next-line unicorn/no-thenable -- a hostile one is the point
      then: {
        value(ok: (value: unknown) => void, fail: (error: unknown) => void) {
          ok(1);
          fail(2);
          throw new Error("and throws");
        },
      },
    });
    const { domain, events } = domainOver(() => foreign);
    domain.handle(command("c1"));
    expect(events).toEqual([]);
    await atRest();
    expect(events.map(({ kind }) => kind)).toEqual(["tool.block_result"]);
  });
});

describe("a sink that fails", () => {
  it.each([
    [
      "throws",
      () => {
        throw new Error("sink");
      },
    ],
    ["rejects", () => Promise.reject(new Error("sink"))],
  ])("by a call that %s loses no later event and changes none", async (_how, fault) => {
    const seen: string[] = [];
    const domain = new ToolExecutionDomain({
      runner: { runBlock: async () => {}, release: async () => {} },
      surface: { kind: "denied", reason: "nobody is there" },
      sink: {
        emit(event) {
          seen.push(event.kind);
          return fault();
        },
      },
    });
    domain.handle(command("c1"));
    domain.handle(command("c2"));
    await atRest();
    await domain.halt({ haltId: "h1", reason: "cancel" });
    domain.handle(command("c3"));
    domain.rearm();
    domain.handle(command("c4"));
    await atRest();
    expect(seen).toEqual([
      "tool.block_result",
      "tool.block_result",
      "tool.halted",
      "tool.rejected",
      "tool.block_result",
    ]);
  });
});

function causeOf(event: ToolDomainEvent | undefined): unknown {
  return event?.kind === "tool.block_failed" ? event.cause : new Error("not a failure");
}
