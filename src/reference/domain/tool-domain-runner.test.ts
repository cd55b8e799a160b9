import { describe, expect, it } from "vitest";
import type { HaltOrder, OwnedToolResources } from "../../contract/domain.ts";
import { atRest, command } from "./fixtures/recorded-domain.ts";
import { createToolDomainRunner } from "./tool-domain-runner.ts";
import { ToolExecutionDomain } from "./tool-execution-domain.ts";

const order: HaltOrder = { haltId: "h1", reason: "cancel" };

type Reset = () => Promise<void>;
const works: Reset = async () => {};
const throwing =
  (error: unknown): Reset =>
  () => {
    throw error;
  };
const rejecting =
  (error: unknown): Reset =>
  async () => {
    throw error;
  };

function recordedRunner(resources: OwnedToolResources) {
  const calls: string[] = [];
  const reports: { error: unknown; order: HaltOrder }[] = [];
  const runner = createToolDomainRunner({
    runBlock: async ({ commandId }) => `ran ${commandId}`,
    resources: {
      revertDiff() {
        calls.push("revertDiff");
        return resources.revertDiff();
      },
      cancelCommand() {
        calls.push("cancelCommand");
        return resources.cancelCommand();
      },
    },
    onReleaseError: (error, failedOrder) => void reports.push({ error, order: failedOrder }),
  });
  return { runner, calls, reports };
}

describe("createToolDomainRunner", () => {
  it("runs blocks as it is told", async () => {
    const { runner } = recordedRunner({ revertDiff: works, cancelCommand: works });
    expect(await runner.runBlock(command("c1"))).toBe("ran c1");
  });

  it("resets both resources, once", async () => {
    const { runner, calls, reports } = recordedRunner({ revertDiff: works, cancelCommand: works });
    await runner.release(order);
    expect(calls).toEqual(["revertDiff", "cancelCommand"]);
    expect(reports).toEqual([]);
  });

  it.each([
    ["throws", throwing],
    ["rejects", rejecting],
  ])("attempts the second reset when the first %s, and reports without rethrowing", async (_how, failing) => {
    const error = new Error("diff");
    const { runner, calls, reports } = recordedRunner({ revertDiff: failing(error), cancelCommand: works });
    await runner.release(order);
    expect(calls).toEqual(["revertDiff", "cancelCommand"]);
    expect(reports).toEqual([{ error, order }]);
  });

  it("reports each of two failures once", async () => {
    const { runner, reports } = recordedRunner({ revertDiff: rejecting(undefined), cancelCommand: throwing("no") });
    await runner.release(order);
    expect(new Set(reports.map(({ error }) => error))).toEqual(new Set(["no", undefined]));
    expect(reports).toHaveLength(2);
  });

  it("starts the second reset although the first never settles, and then does not fulfil", async () => {
    const { runner, calls } = recordedRunner({ revertDiff: () => new Promise(() => {}), cancelCommand: works });
    let fulfilled = false;
    void runner.release(order).then(() => (fulfilled = true));
    await atRest();
    expect(calls).toEqual(["revertDiff", "cancelCommand"]);
    expect(fulfilled).toBe(false);
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("reporter");
      },
    ],
    ["rejects", () => Promise.reject(new Error("reporter"))],
  ])("contains a reporter that %s", async (_how, onReleaseError) => {
    const runner = createToolDomainRunner({
      runBlock: async () => {},
      resources: { revertDiff: throwing("a"), cancelCommand: rejecting("b") },
      onReleaseError,
    });
    await expect(runner.release(order)).resolves.toBeUndefined();
    await atRest();
  });
});

describe("the one release point", () => {
  /** Every way a task stops its tools; before, each had to remember the resets itself. */
  const paths: readonly (readonly [path: string, reason: HaltOrder["reason"]])[] = [
    ["abort", "cancel"],
    ["interrupt", "detach"],
    ["terminate", "terminate"],
    ["provider retry", "cancel"],
  ];

  it.each(paths)("resets once when the task stops by %s, however often that path runs", async (path, reason) => {
    const { runner, calls } = recordedRunner({ revertDiff: works, cancelCommand: rejecting(new Error("gone")) });
    const events: string[] = [];
    const domain = new ToolExecutionDomain({
      runner,
      sink: { emit: ({ kind }) => void events.push(kind) },
      surface: { kind: "denied", reason: "nobody is there" },
    });
    domain.handle(command("c1"));
    await Promise.all([1, 2, 3].map(() => domain.halt({ haltId: path, reason })));
    expect(calls).toEqual(["revertDiff", "cancelCommand"]);
    expect(events).toEqual(["tool.halted"]);
  });
});
