import { describe, expect, it } from "vitest";
import { call, output, quiet, readBy, settled, shown, started, verdictsOf, type Written } from "../fixtures/written.ts";

const live: readonly Written[] = [...started(0, "j1"), output("j1", 1), output("j1", 2), quiet()];

function verdicts(records: readonly Written[]): readonly string[] {
  return verdictsOf(records, ["output", "ownerFence", "settledKill"]);
}

describe("a piece of output is named where it is", () => {
  it("doubled", () => {
    const records = [...live, ...readBy(1, "j1", "running", "<j1.1><j1.2>"), ...readBy(2, "j1", "running", "<j1.2>")];
    expect(verdicts(records)).toEqual(['job/output-exact: read(j1) by "alice" gave the piece <j1.2> a second time']);
  });

  it("reordered", () => {
    expect(verdicts([...live, ...readBy(1, "j1", "running", "<j1.2><j1.1>")])).toEqual([
      'job/output-exact: read(j1) by "alice" gave the piece <j1.1> after a later one',
    ]);
  });

  it("lost before a later one", () => {
    expect(verdicts([...live, ...readBy(1, "j1", "running", "<j1.2>")])).toEqual([
      'job/output-exact: read(j1) by "alice" lacks the piece <j1.1>, which is lost',
    ]);
  });

  it("lost while the job lives", () => {
    expect(verdicts([...live, ...readBy(1, "j1", "running", "<j1.1>")])).toEqual([
      'job/output-exact: read(j1) by "alice" lacks the piece <j1.2>, which is lost',
    ]);
  });

  it("cut in two", () => {
    expect(verdicts([...live, ...readBy(1, "j1", "running", "<j1.1><j1")])[0]).toBe(
      'job/output-exact: read(j1) by "alice" gave "<j1.1><j1", which is not made of whole pieces',
    );
  });

  it("another job's", () => {
    expect(verdicts([...live, ...readBy(1, "j1", "running", "<j1.1><j1.2><j9.1>")])).toEqual([
      'job/output-exact: read(j1) by "alice" gave <j9.1>, which the producer of j1 never produced',
    ]);
  });

  it("left unread at the end, and not readable any more", () => {
    const records = [...live, ...readBy(1, "j1", "running", "<j1.1><j1.2>"), output("j1", 3), settled("j1"), quiet()];
    expect(verdicts([...records, ...readBy(2, "j1", "completed")])).toEqual([
      'job/final-output-readable: read(j1) by "alice", after the end, lacks the piece <j1.3>, which its owner has not read',
    ]);
    expect(verdicts([...records, ...readBy(2, "j1", "completed", "<j1.3>")])).toEqual([]);
  });

  it("taken away by a stranger", () => {
    const records: readonly Written[] = [
      ...live,
      call(1, { method: "read", target: { job: "j1" }, caller: "bob" }),
      { type: "pull", job: "j1", text: "<j1.1><j1.2>" },
      { type: "refused", call: 1, message: "no" },
      quiet(),
      ...readBy(2, "j1", "running"),
    ];
    expect(verdicts(records)).toEqual([
      'job/owner-fence: read(j1) by "bob" was refused, and took the piece <j1.1> away from its owner',
      'job/owner-fence: read(j1) by "bob" was refused, and took the piece <j1.2> away from its owner',
    ]);
  });
});

describe("a piece of output may come", () => {
  it("later, where the read came in the same turn", () => {
    const records = [...started(0, "j1"), output("j1", 1), ...readBy(1, "j1", "running"), quiet()];
    expect(verdicts([...records, ...readBy(2, "j1", "running", "<j1.1>")])).toEqual([]);
  });

  it("after a stranger's read that was refused and left it alone", () => {
    const records: readonly Written[] = [
      ...live,
      call(1, { method: "read", target: { job: "j1" }, caller: "bob" }),
      { type: "refused", call: 1, message: "no" },
      ...readBy(2, "j1", "running", "<j1.1><j1.2>"),
    ];
    expect(verdicts(records)).toEqual([]);
  });
});

describe("output that comes with the outcome", () => {
  const final: readonly Written[] = [
    call(0, { method: "start", job: "j1", spec: { kind: "kit", label: "label j1", owner: "alice" }, final: true }),
    { type: "producer", job: "j1" },
    { type: "answer", call: 0, answer: { id: "id-j1" } },
  ];
  const end: readonly Written[] = [{ type: "settled", job: "j1", how: "completed", output: "<j1.1>" }, quiet()];
  const read = (number: number, text: string): readonly Written[] => [
    call(number, { method: "read", target: { job: "j1" }, caller: "alice" }),
    { type: "answer", call: number, answer: { output: text, jobs: [shown("j1", "completed")] } },
  ];

  it.each([
    ["each time", ["<j1.1>", "<j1.1>"]],
    ["once", ["<j1.1>", "", ""]],
  ])("is given %s", (_how, texts) => {
    expect(verdicts([...final, ...end, ...texts.flatMap((text, index) => read(index + 1, text))])).toEqual([]);
  });

  it("is not given again after a read that gave none", () => {
    const records = ["<j1.1>", "", "<j1.1>"].flatMap((text, index) => read(index + 1, text));
    expect(verdicts([...final, ...end, ...records])).toEqual([
      'job/output-exact: read(j1) by "alice" gave the output again after a read that gave none',
    ]);
  });

  it("is not lost", () => {
    expect(verdicts([...final, ...end, ...read(1, "")])).toEqual([
      'job/final-output-readable: read(j1) by "alice", after the end, lacks the output <j1.1>, which its owner has not read',
    ]);
  });
});
