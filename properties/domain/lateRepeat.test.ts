import { describe, expect, it } from "vitest";
import {
  factsOf,
  halt,
  haltSettled,
  handle,
  quiet,
  rearm,
  receipt,
  released,
  settled,
  started,
  verdictsOf,
  type Written,
} from "./fixtures/written.ts";

const stopped: readonly Written[] = [...halt(0, "h1"), ...released(0, "h1"), receipt("h1"), haltSettled(0), quiet()];

function late(...after: readonly Written[]): readonly string[] {
  return verdictsOf(factsOf([...stopped, ...rearm, ...after]));
}

const WARNING = "domain/late-repeat-has-no-effect: halt h1 came again after rearm, and stopped the new generation";

describe("a late repeat", () => {
  it("that joins the old stop has no effect", () => {
    expect(late(...halt(1, "h1"), haltSettled(1), quiet())).toEqual([]);
  });

  it("that is released and receipted once more is a new stop, and one warning", () => {
    expect(late(...halt(1, "h1"), ...released(1, "h1"), receipt("h1"), haltSettled(1), quiet())).toEqual([WARNING]);
  });

  it("is not taken for a new stop because the old one was receipted twice", () => {
    const twice = [...halt(0, "h1"), ...released(0, "h1"), receipt("h1"), receipt("h1"), haltSettled(0), quiet()];
    const verdicts = verdictsOf(factsOf([...twice, ...rearm, ...halt(1, "h1"), haltSettled(1), quiet()]));
    expect(verdicts).toEqual([
      "domain/one-receipt-per-halt: stop h1 was receipted a second time",
      "domain/silent-after-receipt: tool.halted was emitted after the receipt of stop h1, which is in force",
    ]);
  });

  it("is a new stop where its drain hangs and work in flight lost its outcome", () => {
    const inFlight = [...handle("c1"), ...started(0, "c1"), ...handle("c2"), ...started(1, "c2")];
    const repeat: readonly Written[] = [...halt(1, "h1"), { type: "hangs", command: "c2" }, settled(0), quiet()];
    expect(late(...inFlight, ...repeat)).toEqual([WARNING]);
  });

  it("is none where a lost outcome is all there is, and nothing hangs", () => {
    const inFlight = [...handle("c1"), ...started(0, "c1")];
    expect(late(...inFlight, ...halt(1, "h1"), haltSettled(1), settled(0), quiet())).toEqual([
      "domain/one-outcome-per-command: the tool of c1 had settled and everything was at rest, without an outcome; none ever came",
    ]);
  });

  it("is none where what is handled next runs", () => {
    const hangs: Written = { type: "hangs", command: "c1" };
    const next = [...handle("c1"), ...started(0, "c1"), hangs, quiet()];
    expect(late(...halt(1, "h1"), ...next)).toEqual([]);
  });

  it("that overtakes the old stop has the receipt that comes before its own promise settles", () => {
    const calls: readonly Written[] = [...halt(0, "h1"), ...rearm, ...halt(1, "h1")];
    const releases: readonly Written[] = [
      { type: "release", release: 0, order: { haltId: "h1", reason: "cancel" } },
      ...released(1, "h1"),
      { type: "release-settled", release: 0, how: "resolved" },
    ];
    const ends: readonly Written[] = [receipt("h1"), haltSettled(1), receipt("h1"), haltSettled(0), quiet()];
    expect(verdictsOf(factsOf([...calls, ...releases, ...ends]))).toEqual([WARNING]);
  });

  it("that joins a stop still draining settles with it, whatever a later repeat does", () => {
    const joined: readonly Written[] = [...halt(0, "h1"), ...rearm, ...halt(1, "h1"), ...released(0, "h1")];
    const ends: readonly Written[] = [receipt("h1"), haltSettled(0), haltSettled(1), quiet()];
    const again: readonly Written[] = [...halt(2, "h1"), ...released(1, "h1"), receipt("h1"), haltSettled(2), quiet()];
    const facts = factsOf([...joined, ...ends, ...again]);
    expect(facts.repeats.map(({ actedOn }) => actedOn)).toEqual([false, true]);
    expect(verdictsOf(facts)).toEqual([WARNING]);
  });
});
