import { expect, test } from "vitest";
import { jobOf } from "./fixtures/recorded-lane.ts";
import { Batch } from "./batch.ts";
import { Occupancy } from "./occupancy.ts";
import { currentBatch, isInsideWaitOf, runBody, runOutside, runWait } from "./scope.ts";
import { Semaphore } from "./semaphore.ts";

function batchOf(batchId: string): Batch {
  const lane = { semaphore: new Semaphore(1), occupancy: new Occupancy(), onPark: () => {} };
  return new Batch(
    jobOf(batchId, async () => []),
    lane,
  );
}

test("there is no batch outside bodies", () => {
  expect(currentBatch()).toBeUndefined();
  expect(isInsideWaitOf(batchOf("a"))).toBe(false);
});

test("a body knows its batch, after awaits as well", async () => {
  const a = batchOf("a");
  await runBody(a, async () => {
    await Promise.resolve();
    expect(currentBatch()).toBe(a);
    expect(isInsideWaitOf(a)).toBe(false);
  });
});

test("a body inside a body hides it", () => {
  const [outer, inner] = [batchOf("outer"), batchOf("inner")];
  runBody(outer, () => {
    runBody(inner, () => expect(currentBatch()).toBe(inner));
    expect(currentBatch()).toBe(outer);
  });
});

test("a wait is one of its own batch only", () => {
  const [a, b] = [batchOf("a"), batchOf("b")];
  runWait(a, () => {
    expect(isInsideWaitOf(a)).toBe(true);
    expect(isInsideWaitOf(b)).toBe(false);
    runBody(b, () => expect(isInsideWaitOf(a)).toBe(false));
  });
});

test("the host belongs to no batch", () => {
  runBody(batchOf("a"), () => {
    runOutside(() => expect(currentBatch()).toBeUndefined());
  });
});
