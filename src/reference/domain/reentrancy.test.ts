import { expect, it } from "vitest";
import { atRest, RecordedDomain } from "./fixtures/recorded-domain.ts";

it("a halt inside runBlock waits for the tool whose runBlock is on the stack", async () => {
  const recorded = new RecordedDomain({
    onRun() {
      recorded.halt("h1");
      recorded.handle("c2");
    },
  });
  recorded.handle("c1");
  await atRest();
  expect(recorded.newEntries()).toEqual(["run c1", "rejected c2"]);
  await recorded.settle("c1");
  expect(recorded.newEntries()).toEqual(["release h1"]);
});

it("a halt inside emit drops the other outcomes that are due", async () => {
  const recorded = new RecordedDomain({
    onEmit(event) {
      if (event.kind === "tool.block_result") recorded.halt("h1");
    },
  });
  recorded.handle("c1", "c2", "c3");
  recorded.newEntries();
  await recorded.settle("c1", "c2");
  expect(recorded.newEntries()).toEqual(["block_result c1"]);
  await recorded.settle("c3");
  expect(recorded.newEntries()).toEqual(["release h1"]);
});

it("a halt while a failure is being described drops that failure", async () => {
  const recorded = new RecordedDomain();
  recorded.handle("c1");
  await recorded.fail("c1", {
    toString() {
      recorded.halt("h1");
      return "described";
    },
  });
  expect(recorded.newEntries()).toEqual(["run c1", "release h1"]);
});

it("a rearm inside the emit of a receipt sticks", async () => {
  const recorded = new RecordedDomain({
    onEmit(event) {
      if (event.kind === "tool.halted") recorded.domain.rearm(event.haltId);
    },
  });
  recorded.halt("h1");
  await atRest();
  await recorded.release("h1");
  recorded.handle("c1");
  await recorded.settle("c1");
  expect(recorded.newEntries()).toEqual(["release h1", "halted h1", "halt h1 resolved", "run c1", "block_result c1"]);
});

it("a halt inside the emit of a receipt is a stop of its own", async () => {
  const recorded = new RecordedDomain({
    onEmit(event) {
      if (event.kind === "tool.halted" && event.haltId === "h1") recorded.halt("h2");
    },
  });
  recorded.halt("h1");
  await atRest();
  await recorded.release("h1");
  await recorded.release("h2");
  expect(recorded.newEntries().filter((entry) => !entry.endsWith("resolved"))).toEqual([
    "release h1",
    "halted h1",
    "release h2",
    "halted h2",
  ]);
});

it("calls inside release obey the rules: a repeat joins, a new halt releases too, a rearm admits", async () => {
  const recorded = new RecordedDomain({
    onRelease({ haltId }) {
      if (haltId !== "h1") return;
      recorded.handle("rejected");
      recorded.halt("h1");
      recorded.domain.rearm();
      recorded.handle("c1");
      recorded.halt("h2");
    },
  });
  recorded.halt("h1");
  await atRest();
  await recorded.release("h1");
  expect(recorded.newEntries()).toEqual([
    "release h1",
    "rejected rejected",
    "run c1",
    "halted h1",
    "halt h1 resolved",
    "halt h1 resolved",
  ]);
  await recorded.settle("c1");
  await recorded.release("h2");
  expect(recorded.newEntries()).toEqual(["release h2", "halted h2", "halt h2 resolved"]);
});

it("a handle inside emit is one more command", async () => {
  let handled = 0;
  const recorded = new RecordedDomain({
    onEmit() {
      if (handled < 3) recorded.handle(`next${(handled += 1)}`);
    },
  });
  recorded.handle("c1");
  await recorded.settle("c1");
  await recorded.settle("next1");
  recorded.halt("h1");
  recorded.handle("c2");
  expect(recorded.newEntries()).toEqual([
    "run c1",
    "block_result c1",
    "run next1",
    "block_result next1",
    "run next2",
    "rejected c2",
    "rejected next3",
  ]);
});
