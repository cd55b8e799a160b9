import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { Gate, quiescence } from "./fixtures/gate.ts";
import { jobOf, recordedLane, runsIn, untyped } from "./fixtures/recorded-lane.ts";
import { ToolLane } from "./tool-lane.ts";

const waiting = 100_000;

test("of 100,000 waiting batches, every cancelled one is skipped and the others run in order", async () => {
  const { lane, log, hold, run } = recordedLane(1);
  const gate = hold("first");
  for (let index = 0; index < waiting; index += 1) run(`${index}`, async () => {});
  await quiescence();
  expect(lane.stats()).toEqual({ queued: waiting, busy: 1, parked: 0, workers: 1 });
  for (let index = waiting - 1; index >= 0; index -= 1) {
    if (index % 1_000 !== 0) lane.cancel(`${index}`);
  }
  expect(lane.stats().queued).toBe(waiting / 1_000);
  gate.open();
  await lane.close();
  expect(runsIn(log)).toEqual(["first", ...Array.from({ length: waiting / 1_000 }, (_, index) => `${index * 1_000}`)]);
});

test("100,000 batches come free at once when permits are added", async () => {
  let reported = 0;
  const lane = new ToolLane({
    maxConcurrentTools: 1,
    outcome: () => {
      reported += 1;
    },
    wake: () => {},
  });
  for (let index = 0; index < waiting; index += 1) lane.submit(jobOf(`${index}`, async () => []));
  expect(lane.relieve(waiting)).toBe(waiting);
  await lane.close();
  expect(reported).toBe(waiting);
});

test("nothing of a finished or cancelled batch is retained, while the lane lives and others wait", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = untyped(runInNewContext("gc"));
  const { lane, hold, run } = recordedLane(1);
  const submitted: WeakRef<object>[] = [];
  const submitTracked = (batchId: string, gate: Gate): void => {
    const tracked = { batchId };
    submitted.push(new WeakRef(tracked));
    run(batchId, async () => {
      await gate.promise;
      return tracked;
    });
  };
  const gate = new Gate();
  for (const id of ["finished", "cancelled while busy"]) submitTracked(id, gate);
  const neighbour = hold("neighbour");
  submitTracked("cancelled while queued", gate);
  hold("last");
  await quiescence();
  lane.cancel("cancelled while queued");
  gate.open();
  lane.cancel("cancelled while busy");
  await quiescence();
  expect(lane.stats()).toEqual({ queued: 1, busy: 1, parked: 0, workers: 1 });
  collectGarbage();
  await quiescence();
  collectGarbage();
  expect(submitted.map((reference) => reference.deref())).toEqual([undefined, undefined, undefined]);
  neighbour.open();
});
