import { describe, expect, it } from "vitest";
import {
  asked,
  call,
  cancelBy,
  quiet,
  readBy,
  said,
  settled,
  shown,
  started,
  verdictsOf,
  type Written,
} from "../fixtures/written.ts";

const cancelled: readonly Written[] = [
  ...started(0, "j1"),
  cancelBy(1, "j1", "alice"),
  asked("j1"),
  said(1, "requested"),
  quiet(),
];
const cancelledLater: readonly Written[] = [
  ...started(0, "j1"),
  settled("j1"),
  cancelBy(1, "j1", "alice"),
  asked("j1"),
  said(1, "requested"),
  quiet(),
];

describe("a job that was cancelled may end as either of the two", () => {
  it.each(["completed", "killed"])("%s, where its producer completed", (status) => {
    expect(verdictsOf([...cancelled, settled("j1"), quiet(), ...readBy(2, "j1", status)], ["settledKill"])).toEqual([]);
  });

  it("also where the cancel came between settlement and end", () => {
    expect(verdictsOf([...cancelledLater, ...readBy(2, "j1", "killed")], ["settledKill"])).toEqual([]);
  });

  it("but not as a third one", () => {
    expect(verdictsOf([...cancelled, settled("j1"), quiet(), ...readBy(2, "j1", "failed")])).toEqual([
      "job/first-settlement-wins: read shows j1 as failed, but its producer settled as completed",
    ]);
  });

  it("and not as killed, where nobody cancelled it", () => {
    expect(verdictsOf([...started(0, "j1"), settled("j1"), quiet(), ...readBy(1, "j1", "killed")])).toEqual([
      "job/first-settlement-wins: read shows j1 as killed, but its producer completed and nobody cancelled it",
    ]);
  });

  it("at once, unless a kill waits for its producer", () => {
    const early = [...cancelled, ...readBy(2, "j1", "killed"), settled("j1", "killed"), quiet()];
    expect(verdictsOf(early)).toEqual([]);
    expect(verdictsOf(early, ["settledKill"])).toEqual([
      "job/first-settlement-wins: read shows j1 as killed, and its producer still runs",
    ]);
  });
});

describe("a status", () => {
  const overlapping: readonly Written[] = [
    ...started(0, "j1"),
    call(1, { method: "get", target: { job: "j1" }, caller: "alice" }),
    settled("j1"),
    ...readBy(2, "j1", "completed"),
    { type: "answer", call: 1, answer: { jobs: [shown("j1", "running")] } },
    quiet(),
  ];

  it("may be old news where it had been asked for before", () => {
    expect(verdictsOf(overlapping, ["get"])).toEqual([]);
  });

  it("may not go back", () => {
    const back = [
      ...started(0, "j1"),
      settled("j1"),
      quiet(),
      ...readBy(1, "j1", "completed"),
      ...readBy(2, "j1", "running"),
    ];
    expect(verdictsOf(back)).toEqual([
      "job/status-moves-forward: read shows j1 as running, after read had shown it as completed",
    ]);
  });

  it("must be one of the five", () => {
    expect(verdictsOf([...started(0, "j1"), ...readBy(1, "j1", "exited")])).toEqual([
      'job/status-moves-forward: read shows j1 as "exited", which is no status',
    ]);
  });

  it("may be stopping and running again where the producer refused to be cancelled", () => {
    const refusing: Written = { type: "asked", job: "j1", throws: true };
    const records = [
      ...started(0, "j1"),
      cancelBy(1, "j1", "alice"),
      ...readBy(2, "j1", "stopping"),
      refusing,
      { type: "refused", call: 1, message: "no", carries: "the cancel of j1" } as const,
      ...readBy(3, "j1", "running"),
    ];
    expect(verdictsOf(records)).toEqual([]);
  });
});

describe("the end of a job", () => {
  it("is owed at rest after its producer settled, not in the same turn", () => {
    const early = [...started(0, "j1"), settled("j1"), ...readBy(1, "j1", "running"), quiet()];
    expect(verdictsOf(early)).toEqual([]);
    expect(verdictsOf([...early, ...readBy(2, "j1", "running")])).toEqual([
      "job/every-job-ends: the producer of j1 had settled and everything was at rest, and read shows it as running",
    ]);
  });

  it("is failed after a rejection", () => {
    expect(
      verdictsOf([...started(0, "j1"), settled("j1", "rejected"), quiet(), ...readBy(1, "j1", "completed")]),
    ).toEqual(["job/rejected-producer-fails: the producer of j1 rejected, and read shows it as completed"]);
  });

  it("is nobody's business once its owner is disposed", () => {
    const disposed = [
      ...started(0, "j1"),
      call(1, { method: "disposeOwner", owner: "alice" }),
      asked("j1"),
      settled("j1", "killed"),
      { type: "answer", call: 1, answer: {} } as const,
      quiet(),
      call(2, { method: "read", target: { job: "j1" }, caller: "alice" }),
      { type: "refused", call: 2, message: "unknown" } as const,
    ];
    expect(verdictsOf(disposed, ["disposeOwner", "notices"])).toEqual([]);
  });
});
