import { expect, test } from "vitest";
import { Gate, quiescence } from "./fixtures/gate.ts";
import { recordedLane, runsIn } from "./fixtures/recorded-lane.ts";
import { offLane } from "./off-lane.ts";

test("overlapping waits hand back and retake one permit, after the last of them", async () => {
  const { lane, log, run, hold } = recordedLane(2);
  const [first, second] = [new Gate(), new Gate()];
  run("a", async () => {
    await Promise.all([
      offLane(() => first.promise).then(() => log.push("first")),
      offLane(() => second.promise).then(() => log.push("second")),
    ]);
  });
  const others = ["b", "c", "d"].map(hold);
  await quiescence();
  expect(runsIn(log)).toEqual(["a", "b", "c"]);
  first.open();
  second.open();
  await quiescence();
  expect(log).not.toContain("first");
  expect(log).not.toContain("second");
  others[0]!.open();
  others[1]!.open();
  await quiescence();
  expect(log).toContain("first");
  expect(log).toContain("second");
  others[2]!.open();
  ["e", "f", "g"].forEach(hold);
  await quiescence();
  expect(runsIn(log)).toEqual(["a", "b", "c", "d", "e", "f"]);
  expect(lane.stats()).toEqual({ queued: 1, busy: 2, parked: 0, workers: 2 });
});

test("overlapping waits for children of a lane of one permit all end", async () => {
  const { log, run, outcomes } = recordedLane(1);
  run("parent", async () => {
    const children = ["left", "right"].map((id) => {
      const done = new Gate();
      run(id, async () => done.open());
      return offLane(() => done.promise);
    });
    await Promise.all(children);
  });
  await quiescence();
  expect(runsIn(log)).toEqual(["parent", "left", "right"]);
  expect(outcomes).toHaveLength(3);
});

test("a wait that throws at once returns with those that began in its turn", async () => {
  const { log, run } = recordedLane(1);
  const wait = new Gate();
  run("a", async () => {
    const failing = offLane(() => {
      throw new Error(`wait of ${runsIn(log).at(-1)}`);
    });
    await Promise.all([failing.catch(({ message }: Error) => log.push(message)), offLane(() => wait.promise)]);
  });
  await quiescence();
  expect(log).not.toContain("wait of a");
  wait.open();
  await quiescence();
  expect(log.slice(-3)).toEqual(["wait of a", "outcome a", "wake"]);
});

test("a wait that opens while the permit is being retaken gives up the place in the queue", async () => {
  const { lane, log, run, hold } = recordedLane(1);
  const [first, second, between] = [new Gate(), new Gate(), new Gate()];
  run("a", async () => {
    await Promise.all([
      offLane(() => first.promise).then(() => log.push("first")),
      between.promise.then(() => offLane(() => second.promise)).then(() => log.push("second")),
    ]);
  });
  const b = hold("b");
  await quiescence();
  first.open();
  await quiescence();
  between.open();
  await quiescence();
  hold("c");
  b.open();
  await quiescence();
  expect(runsIn(log)).toEqual(["a", "b", "c"]);
  expect(log).not.toContain("first");
  lane.relieve(1);
  second.open();
  await quiescence();
  expect(log.filter((line) => ["first", "second", "outcome a"].includes(line))).toEqual([
    "first",
    "second",
    "outcome a",
  ]);
});

test.each([1, 2, 4])("parents parked on children finish at width %i, at any depth", async (width) => {
  const { lane, run, outcomes } = recordedLane(width);
  const depth = 50;
  const families = width + 1;
  const descend = (family: number, level: number, done: Gate): void => {
    run(`family ${family}, level ${level}`, async () => {
      if (level < depth) {
        const child = new Gate();
        descend(family, level + 1, child);
        await offLane(() => child.promise);
      }
      done.open();
    });
  };
  const founders = Array.from({ length: families }, () => new Gate());
  for (const [family, done] of founders.entries()) descend(family, 1, done);
  await Promise.all(founders.map(({ promise }) => promise));
  await lane.close();
  expect(outcomes).toHaveLength(depth * families);
});
