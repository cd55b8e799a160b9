import { describe, expect, it } from "vitest";
import { call, quiet, readBy, settled, shown, started, verdictsOf, type Written } from "../fixtures/written.ts";

function notice(
  number: number,
  job: string,
  status = "completed",
  more: { owner?: string; fault?: "throws" } = {},
): readonly Written[] {
  return [
    { type: "notice", notice: number, shown: shown(job, status), owner: "alice", ...more },
    { type: "noticed", notice: number },
  ];
}

function verdicts(records: readonly Written[]): readonly string[] {
  return verdictsOf(records, ["notices", "disposeOwner", "settledKill"]);
}

const ended: readonly Written[] = [...started(0, "j1"), settled("j1")];

describe("the notice of a job", () => {
  it("comes by the next quiescent point, once", () => {
    expect(verdicts([...ended, ...notice(0, "j1"), quiet(), ...readBy(1, "j1", "completed"), quiet()])).toEqual([]);
    expect(verdicts([...ended, ...notice(0, "j1"), ...notice(1, "j1"), quiet()])).toEqual([
      "job/one-notice-per-job: j1 was announced a second time",
    ]);
  });

  it("is missing only where its end is known", () => {
    expect(verdicts([...ended, quiet()])).toEqual([]);
    expect(verdicts([...ended, quiet(), ...readBy(1, "j1", "completed"), quiet()])).toEqual([
      "job/one-notice-per-job: j1 had ended and everything was at rest, without a notice; none ever came",
    ]);
  });

  it("is late after rest", () => {
    expect(verdicts([...ended, quiet(), ...notice(0, "j1"), quiet()])).toEqual([
      "job/one-notice-per-job: the notice of j1 came late: its producer had settled and everything was at rest",
    ]);
  });

  it("is not owed once its owner is being disposed", () => {
    const disposed = [
      ...ended,
      ...readBy(1, "j1", "completed"),
      call(2, { method: "disposeOwner", owner: "alice" }),
      { type: "answer", call: 2, answer: {} } as const,
      quiet(),
    ];
    expect(verdicts(disposed)).toEqual([]);
    expect(verdicts([...disposed, ...notice(0, "j1"), quiet()])).toEqual([]);
  });

  it("that is lost after a listener failed is charged to that", () => {
    const records = [
      ...ended,
      ...notice(0, "j1", "completed", { fault: "throws" }),
      quiet(),
      ...started(1, "j2"),
      settled("j2"),
      quiet(),
      ...readBy(2, "j2", "completed"),
      quiet(),
    ];
    expect(verdicts(records)).toEqual([
      "job/listener-fault-contained: a listener failed once, and the notice of j2 was lost",
    ]);
  });

  it("may come before a start has resolved", () => {
    const spec = { kind: "kit", label: "label j1", owner: "alice" };
    const records: readonly Written[] = [
      call(0, { method: "start", job: "j1", spec, final: false }),
      { type: "producer", job: "j1" },
      settled("j1"),
      ...notice(0, "j1"),
      { type: "answer", call: 0, answer: { id: "id-j1" } },
      quiet(),
    ];
    expect(verdicts(records)).toEqual([]);
  });

  it("of an id that no start gave belongs to nobody", () => {
    expect(verdicts([...ended, ...notice(0, "j1"), ...notice(1, "j7"), quiet()])).toEqual([
      "job/one-notice-per-job: a notice names id-j7, an id that no start gave",
    ]);
  });
});
