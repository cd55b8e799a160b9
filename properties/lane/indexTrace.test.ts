import { describe, expect, it } from "vitest";
import {
  cancel,
  ended,
  exec,
  factsOf,
  park,
  quiet,
  resumed,
  submit,
  verdictsOf,
  waitEnded,
} from "./fixtures/written.ts";

describe("who is ahead of whom", () => {
  const twoWait = [...submit("b1"), exec("b1"), quiet(), ...submit("b2")];

  it("is decided by a quiescent point between the two", () => {
    const facts = factsOf(
      [
        ...twoWait,
        quiet(),
        ...submit("b3"),
        quiet(),
        ...ended("b1"),
        exec("b3"),
        quiet(),
        ...ended("b3"),
        exec("b2"),
        quiet(),
      ],
      ["fifo"],
    );
    expect(verdictsOf(facts)).toEqual([
      "lane/first-come-first-served: b2 was overtaken by b3 while it waits, although it was ahead",
    ]);
  });

  it("is open between batches of one turn: they race", () => {
    const facts = factsOf(
      [...twoWait, ...submit("b3"), quiet(), ...ended("b1"), exec("b3"), quiet(), ...ended("b3"), exec("b2"), quiet()],
      ["fifo"],
    );
    expect(verdictsOf(facts)).toEqual([]);
  });

  it("counts from the end of its wait for a batch that resumes", () => {
    const facts = factsOf(
      [
        ...submit("b1"),
        exec("b1"),
        quiet(),
        ...park("b1", "w1"),
        quiet(),
        ...submit("b2"),
        exec("b2"),
        quiet(),
        waitEnded("w1"),
        quiet(),
        ...submit("b3"),
        quiet(),
        ...ended("b2"),
        exec("b3"),
        quiet(),
      ],
      ["fifo", "offLane"],
    );
    expect(verdictsOf(facts)).toEqual([
      "lane/first-come-first-served: b1, which resumes, was overtaken by b3 while it waits, although it was ahead",
    ]);
  });

  it("says nothing of a grant that only shows later in the same quiescence", () => {
    const facts = factsOf(
      [...twoWait, quiet(), ...submit("b3"), quiet(), ...ended("b1"), exec("b3"), ...ended("b3"), exec("b2"), quiet()],
      ["fifo"],
    );
    expect(verdictsOf(facts)).toEqual([]);
  });
});

describe("who holds a permit", () => {
  it("is a body that runs, and none that is parked", () => {
    const facts = factsOf([
      ...submit("b1"),
      exec("b1"),
      ...park("b1", "w1"),
      ...submit("b2"),
      exec("b2"),
      quiet(),
      waitEnded("w1"),
      resumed("w1"),
      quiet(),
    ]);
    expect(facts.starts.map(({ batch, busy }) => [batch.name, busy])).toEqual([
      ["b1", 1],
      ["b2", 1],
      ["b1", 2],
    ]);
    expect(verdictsOf(facts)).toEqual([
      "lane/capacity-never-exceeded: 2 bodies run at once on 1 permit: b1 is one too many",
    ]);
  });

  it("is not asked of a batch that was cancelled while parked", () => {
    const facts = factsOf(
      [
        ...submit("b1"),
        exec("b1"),
        ...park("b1", "w1"),
        ...submit("b2"),
        exec("b2"),
        quiet(),
        cancel("b1"),
        { type: "aborted", batch: "b1" } as const,
        resumed("w1"),
        quiet(),
      ],
      ["offLane", "cancelRunning"],
    );
    expect(verdictsOf(facts)).toEqual([]);
    expect(facts.rests.at(-1)).toMatchObject({ busy: 1, adrift: 1 });
  });

  it("is not asked of a body that gave it away while the code after a wait was on its way", () => {
    const facts = factsOf(
      [
        ...submit("b1"),
        exec("b1"),
        ...park("b1", "w1"),
        quiet(),
        waitEnded("w1"),
        ...park("b1", "w2"),
        ...submit("b2"),
        exec("b2"),
        resumed("w1"),
        quiet(),
      ],
      ["offLane"],
    );
    expect(verdictsOf(facts)).toEqual([]);
  });
});

describe("a batch that waits", () => {
  it("must not, at rest, while a permit is free", () => {
    const facts = factsOf([...submit("b1"), quiet()]);
    expect(verdictsOf(facts)).toEqual([
      "lane/work-conserving: everything is at rest and b1 waits, although only 0 of 1 permits is used by bodies that run",
    ]);
  });

  it("may, while a timer is pending", () => {
    expect(verdictsOf(factsOf([...submit("b1"), quiet(5), exec("b1"), quiet()]))).toEqual([]);
  });
});
