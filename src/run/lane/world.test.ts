import { describe, expect, it } from "vitest";
import reference from "../../../adapters/reference/lane.ts";
import type { LaneRecord } from "../../contract/lane-trace.ts";
import type { LaneAdapter, LaneCapabilities } from "../../contract/lane.ts";
import { laneProfile, type AnyProfile } from "../../profiles/index.ts";
import type { LaneSetup } from "../../contract/lane-setup.ts";
import type { LaneStep } from "../../scenario/lane/steps.ts";
import { Runner } from "../runner.ts";

const profile: AnyProfile = laneProfile;

async function run(
  steps: readonly LaneStep[],
  {
    setup = { width: 1 },
    can,
    create = reference.create,
  }: { readonly setup?: LaneSetup; readonly can?: LaneCapabilities; readonly create?: LaneAdapter["create"] } = {},
): Promise<readonly LaneRecord[]> {
  const adapter: LaneAdapter = { ...reference, create, ...(can === undefined ? {} : { capabilities: can }) };
  const { trace } = await new Runner<LaneStep, LaneRecord>(profile, adapter).run({ profile: "lane", setup, steps });
  return trace.records;
}

function only<T extends LaneRecord["type"]>(
  records: readonly LaneRecord[],
  type: T,
): Extract<LaneRecord, { type: T }>[] {
  return records.filter((record): record is Extract<LaneRecord, { type: T }> => record.type === type);
}

const skipped = (records: readonly LaneRecord[]): number => only(records, "skip").length;

describe("the world of a lane", () => {
  it("ends what is left, oldest first, and then runs one fresh batch more than there are permits", async () => {
    const records = await run(
      [
        { op: "submit", batch: "b1" },
        { op: "submit", batch: "b2" },
      ],
      { setup: { width: 2 } },
    );
    expect(only(records, "ended").map(({ batch }) => batch)).toEqual(["b1", "b2", "probe-1", "probe-2", "probe-3"]);
    const probe = records.findIndex(({ type }) => type === "probe");
    const rest = records.findIndex(({ type }, at) => at > probe && type === "quiet");
    expect(only(records.slice(probe, rest), "exec").map(({ batch }) => batch)).toEqual(["probe-1", "probe-2"]);
  });

  it("keeps a lane under load while a batch of the scenario waits", async () => {
    const records = await run(
      [
        { op: "submit", batch: "b1" },
        { op: "submit", batch: "b2" },
      ],
      {
        setup: { width: 1, arrivals: true },
      },
    );
    expect(only(records, "exec").map(({ batch }) => batch)).toEqual(["b1", "b2", "arrival-1", "probe-1", "probe-2"]);
  });

  it.each([
    { at: "in a step", call: 1 },
    { at: "at rest", call: 2 },
  ])("names what escapes from a lane that is looked at $at with that step", async ({ call }) => {
    let calls = 0;
    const records = await run(
      [
        { op: "submit", batch: "b1" },
        { op: "submit", batch: "b2" },
      ],
      {
        can: { stats: true },
        create: () => ({
          submit() {},
          stats() {
            calls += 1;
            if (calls === call) void Promise.reject(new Error("looked at"));
            return { queued: 0, busy: 0, parked: 0, workers: 1 };
          },
        }),
      },
    );
    expect(only(records, "escape").map(({ step, message }) => [step, message])).toEqual([[0, "Error: looked at"]]);
  });

  it("does not probe a closed lane", async () => {
    expect(only(await run([{ op: "submit", batch: "b1" }, { op: "close" }]), "probe")).toEqual([]);
  });

  it("never has two batches of one agent in flight, nor two of one name", async () => {
    const records = await run([
      { op: "submit", batch: "b1", agent: "a" },
      { op: "submit", batch: "b2", agent: "a" },
      { op: "submit", batch: "b1" },
      { op: "finish", batch: "b1" },
      { op: "submit", batch: "b3", agent: "a" },
    ]);
    expect(skipped(records)).toBe(2);
    expect(only(records, "submit").map(({ batch }) => batch)).toContain("b3");
  });

  it("lets a child's outcome end the wait of its parent", async () => {
    const records = await run([
      { op: "submit", batch: "b1" },
      { op: "spawn", batch: "b2", parent: "b1", wait: "w1" },
      { op: "finish", batch: "b2" },
    ]);
    const order = records.flatMap((record) => {
      if (record.type === "outcome") return [`outcome ${record.batchId}`];
      return record.type === "wait-settled" || record.type === "resumed" ? [`${record.type} ${record.call}`] : [];
    });
    expect(order.slice(0, 3)).toEqual(["outcome b2", "wait-settled w1", "resumed w1"]);
  });

  it("hands a width below one only to a lane that clamps it", async () => {
    const widths: number[] = [];
    const adapter = (can: LaneCapabilities): LaneAdapter => ({
      profile: "lane",
      name: "listens",
      capabilities: can,
      create: (host) => {
        widths.push(host.maxConcurrentTools);
        return { submit: () => {}, cancel: () => {} };
      },
    });
    for (const can of [{}, { clamp: true }]) {
      await new Runner<LaneStep, LaneRecord>(profile, adapter(can)).run({
        profile: "lane",
        setup: { width: "NaN" },
        steps: [],
      });
    }
    expect(widths).toEqual([1, Number.NaN]);
  });

  it.each<{ readonly step: LaneStep; readonly needs: keyof LaneCapabilities }>([
    { step: { op: "cancel", batch: "b2" }, needs: "cancelQueued" },
    { step: { op: "cancel", batch: "b1" }, needs: "cancelRunning" },
    { step: { op: "park", batch: "b1", wait: "w1" }, needs: "offLane" },
    { step: { op: "relieve", extra: 1 }, needs: "resize" },
    { step: { op: "close" }, needs: "close" },
  ])("asks for $step.op only where $needs is declared", async ({ step, needs }) => {
    const steps: LaneStep[] = [{ op: "submit", batch: "b1" }, { op: "submit", batch: "b2" }, step];
    expect(skipped(await run(steps, { can: { [needs]: true } }))).toBe(0);
    expect(skipped(await run(steps, { can: {} }))).toBe(1);
  });

  it("calls a lane that lacks a method it declares an adapter's error", async () => {
    const adapter: LaneAdapter = {
      profile: "lane",
      name: "half",
      capabilities: { resize: true },
      create: () => ({ submit: () => {}, relieve: () => 0 }),
    };
    const result = new Runner<LaneStep, LaneRecord>(profile, adapter).run({
      profile: "lane",
      setup: { width: 1 },
      steps: [],
    });
    await expect(result).rejects.toThrow("declares the capability resize, but its executor has no method narrow()");
  });
});
