import { describe, expect, it } from "vitest";
import { cancel, ended, exec, factsOf, quiet, submit, verdictsOf } from "./fixtures/written.ts";

const running = [...submit("b1"), exec("b1"), quiet()];
const [end, outcome] = ended("b1");

describe("the outcome of a batch", () => {
  it("is owed at the first quiescent point after its end", () => {
    expect(verdictsOf(factsOf([...running, end!, quiet(), outcome!, quiet()]))).toEqual([
      "lane/one-outcome-per-batch: the body of b1 has ended, everything is at rest, and no outcome came",
    ]);
  });

  it("may come or not where a cancel came between the two", () => {
    const raced = [...running, end!, cancel("b1")];
    expect(verdictsOf(factsOf([...raced, quiet()], ["cancelRunning"]))).toEqual([]);
    expect(verdictsOf(factsOf([...raced, outcome!, quiet()], ["cancelRunning"]))).toEqual([]);
  });

  it("never comes for a batch that was cancelled before its end", () => {
    const cancelled = factsOf([...running, cancel("b1"), end!, outcome!, quiet()], ["cancelRunning"]);
    expect(verdictsOf(cancelled)).toEqual([
      "lane/one-outcome-per-batch: b1 reported although it had been cancelled before its end",
      "lane/cancel-running-frees-permit: b1 was cancelled while it ran, and its result was reported",
    ]);
  });

  it("is no longer owed after the host threw, save by the rule about that", () => {
    const thrown = { ...outcome, hostThrows: true } as NonNullable<typeof outcome>;
    const facts = factsOf([
      ...running,
      end!,
      thrown,
      quiet(),
      ...submit("b2"),
      exec("b2"),
      quiet(),
      ...ended("b2").slice(0, 1),
      quiet(),
    ]);
    expect(verdictsOf(facts)).toEqual(["lane/host-fault-contained: after the host threw, no outcome of b2 came"]);
  });
});
