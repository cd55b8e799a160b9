import { describe, expect, it } from "vitest";
import { atRest, RecordedDomain } from "./fixtures/recorded-domain.ts";

describe("rearm", () => {
  it("admits commands again", async () => {
    const recorded = new RecordedDomain();
    recorded.halt("h1");
    await atRest();
    await recorded.release("h1");
    recorded.domain.rearm();
    recorded.newEntries();
    recorded.handle("c1");
    await recorded.settle("c1");
    expect(recorded.newEntries()).toEqual(["run c1", "block_result c1"]);
  });

  it("changes nothing on a domain that is not stopped", async () => {
    const recorded = new RecordedDomain();
    recorded.domain.rearm();
    recorded.handle("c1");
    recorded.domain.rearm();
    recorded.domain.rearm("h1");
    await recorded.settle("c1");
    expect(recorded.newEntries()).toEqual(["run c1", "block_result c1"]);
  });

  it("lifts by id only the stop in force", async () => {
    const recorded = new RecordedDomain();
    recorded.halt("h1");
    recorded.halt("h2");
    recorded.domain.rearm("h1");
    recorded.handle("c1");
    recorded.domain.rearm("h3");
    recorded.handle("c2");
    expect(recorded.newEntries()).toEqual(["rejected c1", "rejected c2"]);
    recorded.domain.rearm("h2");
    recorded.handle("c3");
    expect(recorded.newEntries()).toEqual(["run c3"]);
  });
});

describe("rearm while a stop is draining", () => {
  it("gives new work its outcome and does not hold the old receipt back for it", async () => {
    const recorded = new RecordedDomain();
    recorded.handle("old");
    recorded.halt("h1");
    recorded.domain.rearm();
    recorded.handle("new", "newer");
    await recorded.settle("new");
    await recorded.settle("old");
    await recorded.release("h1");
    expect(recorded.newEntries()).toEqual([
      "run old",
      "run new",
      "run newer",
      "block_result new",
      "release h1",
      "halted h1",
      "halt h1 resolved",
    ]);
    await recorded.settle("newer");
    expect(recorded.newEntries()).toEqual(["block_result newer"]);
  });

  it("lets a later stop wait for everything before it, old and new", async () => {
    const recorded = new RecordedDomain();
    recorded.handle("old");
    recorded.halt("h1");
    recorded.domain.rearm();
    recorded.handle("new");
    recorded.halt("h2");
    recorded.newEntries();
    await recorded.settle("new");
    expect(recorded.newEntries()).toEqual([]);
    await recorded.settle("old");
    expect(recorded.newEntries()).toEqual(["release h1", "release h2"]);
  });

  it("keeps generations apart over many overlapping stops", async () => {
    const recorded = new RecordedDomain();
    const names = Array.from({ length: 50 }, (_, index) => String(index));
    for (const name of names) {
      recorded.handle(name);
      recorded.halt(name);
      recorded.domain.rearm();
    }
    recorded.newEntries();
    for (const name of names.slice(1).toReversed()) await recorded.settle(name);
    expect(recorded.newEntries()).toEqual([]);
    await recorded.settle("0");
    expect(recorded.newEntries()).toEqual(names.map((name) => `release ${name}`));
  });
});
