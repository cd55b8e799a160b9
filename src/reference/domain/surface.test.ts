import { describe, expect, it } from "vitest";
import type { ToolDomainEvent, UserFacingSurface } from "../../contract/domain.ts";
import { atRest, command } from "./fixtures/recorded-domain.ts";
import { SurfaceDeniedError } from "./surface-denied-error.ts";
import { requireUserFacing } from "./surface.ts";
import { ToolExecutionDomain } from "./tool-execution-domain.ts";

const user: UserFacingSurface = {
  kind: "user_facing",
  ask: async () => "yes",
  say: async () => {},
  openInteraction: async () => "done",
  diff: () => undefined,
};
const denied = { kind: "denied", reason: "this is a subagent" } as const;

describe("a user-facing surface", () => {
  it("is granted as it is", () => {
    expect(requireUserFacing(user, "ask")).toBe(user);
  });
});

describe("a denied surface", () => {
  it.each(["ask", "say", "openInteraction", "diff", "", "__proto__", "a capability of next year"])(
    "denies %j, with the capability and the reason",
    (capability) => {
      const asking = (): unknown => requireUserFacing(denied, capability);
      expect(asking).toThrow(SurfaceDeniedError);
      expect(asking).toThrow(
        expect.objectContaining({ name: "SurfaceDeniedError", capability, reason: "this is a subagent" }),
      );
    },
  );

  it("has no member that a tool could call", () => {
    expect(Object.keys(denied)).toEqual(["kind", "reason"]);
  });

  it("leaves the work enabled: tools run, and a denial that one throws is its failure", async () => {
    const events: ToolDomainEvent[] = [];
    const domain: ToolExecutionDomain = new ToolExecutionDomain({
      runner: {
        async runBlock({ commandId }) {
          if (commandId === "asks") await domain.requireUserFacing("ask").ask("May I?");
        },
        release: async () => {},
      },
      sink: { emit: (event) => void events.push(event) },
      surface: denied,
    });
    domain.handle(command("writes"));
    domain.handle(command("asks"));
    await atRest();
    expect(events).toEqual([
      { kind: "tool.block_result", commandId: "writes", dlineTid: "tid-writes" },
      {
        kind: "tool.block_failed",
        commandId: "asks",
        dlineTid: "tid-asks",
        message: expect.stringContaining("this is a subagent"),
        cause: expect.any(SurfaceDeniedError),
      },
    ]);
  });
});
