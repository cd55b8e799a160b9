import { expect, test } from "vitest";
import { Gate, quiescence } from "./fixtures/gate.ts";
import { recordedLane } from "./fixtures/recorded-lane.ts";
import { offLane } from "./off-lane.ts";

test("outside any batch, off lane is a plain await", async () => {
  const { lane, log } = recordedLane(1);
  const error = new Error("wait");
  expect(await lane.offLane(async () => 1)).toBe(1);
  expect(await offLane(async () => 2)).toBe(2);
  await expect(offLane(() => Promise.reject(error))).rejects.toBe(error);
  await expect(
    lane.offLane(() => {
      throw error;
    }),
  ).rejects.toBe(error);
  expect(log).toEqual([]);
});

test("the batch of a child is the child, not the parent whose body submitted it", async () => {
  const { lane, log, run } = recordedLane(2);
  const [parent, child] = [new Gate(), new Gate()];
  run("parent", async () => {
    run("child", () => offLane(() => child.promise));
    await parent.promise;
  });
  await quiescence();
  expect(lane.stats()).toEqual({ queued: 0, busy: 1, parked: 1, workers: 2 });
  parent.open();
  await quiescence();
  expect(log).toContain("outcome parent");
  expect(lane.stats()).toEqual({ queued: 0, busy: 0, parked: 1, workers: 2 });
});

test("the batch of a child that was submitted inside a wait is the child", async () => {
  const { lane, run } = recordedLane(1);
  const [answer, done] = [new Gate(), new Gate()];
  run("parent", () =>
    offLane(() => {
      run("child", async () => {
        await offLane(() => answer.promise);
        done.open();
      });
      return done.promise;
    }),
  );
  await quiescence();
  expect(lane.stats()).toEqual({ queued: 0, busy: 0, parked: 2, workers: 1 });
  answer.open();
  await quiescence();
  expect(lane.stats()).toEqual({ queued: 0, busy: 0, parked: 0, workers: 1 });
});

test("the batch of another lane holds no permit of this one", async () => {
  const [outer, inner] = [recordedLane(1), recordedLane(1)];
  const wait = new Gate();
  outer.run("outer", async () => {
    inner.run("inner", () => outer.lane.offLane(() => wait.promise));
    await wait.promise;
  });
  await quiescence();
  expect(outer.lane.stats()).toMatchObject({ busy: 1, parked: 0 });
  expect(inner.lane.stats()).toMatchObject({ busy: 1, parked: 0 });
  wait.open();
  await quiescence();
});

test("there is no batch in code of the host, whose wake a parking body has caused", async () => {
  const { lane, log, run } = recordedLane(1);
  const [body, host] = [new Gate(), new Gate()];
  log.push = (line) => {
    if (line === "wake") void offLane(() => host.promise);
    return 0;
  };
  run("a", async () => {
    await offLane(async () => {});
    await body.promise;
  });
  await quiescence();
  expect(lane.stats()).toEqual({ queued: 0, busy: 1, parked: 0, workers: 1 });
  body.open();
  host.open();
  await quiescence();
});
