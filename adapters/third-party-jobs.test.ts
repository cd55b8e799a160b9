import { campaign, replay, type CampaignOptions, type JobAdapter } from "executor-conformance";
import { describe, expect, it } from "vitest";
import dshJobsLocal, { promises as dshPromises } from "./dsh-jobs-local/job.ts";
import taskStores, { promises as taskStorePromises } from "./mcp-task-store/job.ts";

function versionOf(adapters: readonly JobAdapter[], version: string): JobAdapter {
  const found = adapters.find((adapter) => adapter.version === version);
  if (found === undefined) throw new Error(`No adapter of version ${version}`);
  return found;
}

/** The ids of the rules that break in one scenario. */
async function brokenIn(adapter: JobAdapter, steps: readonly { readonly op: string }[]): Promise<readonly string[]> {
  const { broken } = await replay(adapter, { profile: "job", setup: {}, steps });
  return broken.map(({ rule }) => rule.id);
}

describe("the task store of the MCP SDK", () => {
  const rule = "job/owner-fence";
  const everySchedule: CampaignOptions = {
    seed: 1,
    runs: 200,
    scope: { subjects: 1, controls: 1, tightGaps: 0 },
    rules: [rule],
  };

  it("1.31.0 lets any session read and cancel another's task, 1.32.2 does not", async () => {
    const { failures } = await campaign(versionOf(taskStores, "1.31.0"), everySchedule);
    expect(failures).toMatchObject([
      {
        rule: { id: rule },
        counterexample: { scenario: { steps: [{ op: "start" }, { by: "bob" }] }, deterministic: true },
      },
    ]);
    const { result } = await campaign(versionOf(taskStores, "1.32.2"), everySchedule);
    expect(result.rules).toMatchObject([{ id: rule, verdict: "pass" }]);
  });

  it.each(["read", "cancel", "get"])("in 1.31.0 the fence lacks in %s", async (op) => {
    const steps = [
      { op: "start", job: "j1", owner: "alice" },
      { op, job: "j1", by: "bob" },
    ];
    expect(await brokenIn(versionOf(taskStores, "1.31.0"), steps)).toEqual([rule]);
    expect(await brokenIn(versionOf(taskStores, "1.32.2"), steps)).toEqual([]);
  });

  it("lists more tasks than fit on one of its pages", async () => {
    const runtime = await versionOf(taskStores, "1.32.2").create({ completed: () => {} });
    const ids: string[] = [];
    for (let at = 0; at < 25; at += 1) {
      const start = () => ({ done: new Promise<never>(() => {}), cancel: () => {} });
      ids.push(await runtime.start({ kind: "kit", label: `task ${at}`, owner: "alice", start }));
    }
    const listed = await runtime.list?.("alice");
    expect(listed?.map(({ id }) => id)).toEqual(ids);
    expect(await runtime.list?.("bob")).toEqual([]);
  });

  it("finishes a task once: who cancels it again is told so", async () => {
    const runtime = await versionOf(taskStores, "1.32.2").create({ completed: () => {} });
    let asked = 0;
    const start = () => ({ done: new Promise<never>(() => {}), cancel: () => void (asked += 1) });
    const id = await runtime.start({ kind: "kit", label: "task", owner: "alice", start });
    expect(await Promise.all([runtime.cancel(id, "alice"), runtime.cancel(id, "alice")])).toEqual([
      "requested",
      "already-finished",
    ]);
    expect(await runtime.cancel(id, "alice")).toBe("already-finished");
    expect(asked).toBe(1);
  });
});

describe("dsh-jobs-local", () => {
  const rejecting = (thrown: string) => [
    { op: "start", job: "j1", owner: "alice" },
    { op: "reject", job: "j1", thrown },
  ];

  it.each(["bare", "hostile"])("never ends a job whose producer rejects with what has no text (%s)", async (thrown) => {
    expect(await brokenIn(dshJobsLocal, rejecting(thrown))).toEqual([
      "job/nothing-escapes",
      "job/every-job-ends",
      "job/dispose-reaches-quiescence",
    ]);
  });

  it.each(["error", "undefined", "null", "string"])("ends a job whose producer rejects with %s", async (thrown) => {
    expect(await brokenIn(dshJobsLocal, rejecting(thrown))).toEqual([]);
  });

  it("starts a job from inside the cancels of its disposal, and forgets it", async () => {
    const steps = [
      { op: "inside", callback: "cancel", call: { op: "start", job: "j1" } },
      { op: "start", job: "j2" },
      { op: "dispose" },
    ];
    expect(await brokenIn(dshJobsLocal, steps)).toEqual(["job/dispose-reaches-quiescence"]);
  });

  it("is gone for its plugins once it is disposed", async () => {
    const runtime = await dshJobsLocal.create({ completed: () => {} });
    await runtime.dispose?.();
    const start = () => ({ done: new Promise<never>(() => {}), cancel: () => {} });
    expect(() => runtime.start({ kind: "kit", label: "late", start })).toThrow(/required service "jobs"/u);
  });
});

describe("a red cell says whether the library promises the rule", () => {
  it.each([
    { adapter: dshJobsLocal, promises: dshPromises },
    ...taskStores.map((adapter) => ({ adapter, promises: adapter.version === "1.31.0" ? taskStorePromises : {} })),
  ])("$adapter.name", async ({ adapter, promises }) => {
    const { failures } = await campaign(adapter, { seed: 1, runs: 1000, scope: false });
    expect(failures.map(({ rule }) => rule.id).toSorted()).toEqual(Object.keys(promises).toSorted());
  });
});
