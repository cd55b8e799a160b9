import { describe, expect, it } from "vitest";
import {
  asked,
  call,
  cancelBy,
  quiet,
  readBy,
  refused,
  said,
  started,
  verdictsOf,
  type Written,
} from "../fixtures/written.ts";

function verdicts(records: readonly Written[]): readonly string[] {
  return verdictsOf(records, ["ownerFence", "noTokenFence", "unowned"]);
}

describe("a stranger's cancel", () => {
  it("is refused, and that is all", () => {
    expect(verdicts([...started(0, "j1"), cancelBy(1, "j1", "bob"), refused(1), quiet()])).toEqual([]);
  });

  it("may be refused later, and not after rest", () => {
    const open = [...started(0, "j1"), cancelBy(1, "j1", "bob")];
    expect(verdicts([...open, asked("j2"), refused(1), quiet()])).toEqual([]);
    expect(verdicts([...open, quiet(), refused(1)])).toEqual([
      'job/owner-fence: everything is at rest, and cancel(j1) by "bob" has not been refused; the job belongs to "alice"',
    ]);
  });

  it("does not reach the producer", () => {
    expect(verdicts([...started(0, "j1"), cancelBy(1, "j1", "bob"), asked("j1"), refused(1), quiet()])).toEqual([
      'job/owner-fence: cancel(j1) by "bob" was refused, and its producer was asked to stop',
    ]);
  });

  it("does not move the status", () => {
    const records = [
      ...started(0, "j1"),
      cancelBy(1, "j1", "bob"),
      refused(1),
      quiet(),
      ...readBy(2, "j1", "stopping"),
    ];
    expect(verdicts(records)).toEqual(['job/owner-fence: cancel(j1) by "bob" was refused, and j1 became stopping']);
  });

  it("is not blamed for what the owner's cancel did", () => {
    const records = [
      ...started(0, "j1"),
      cancelBy(1, "j1", "bob"),
      refused(1),
      cancelBy(2, "j1", "alice"),
      asked("j1"),
      said(2, "requested"),
      quiet(),
      ...readBy(3, "j1", "stopping"),
    ];
    expect(verdicts(records)).toEqual([]);
  });
});

describe("the classes of callers", () => {
  it.each([
    ["bob", "alice", "job/owner-fence"],
    [undefined, "alice", "job/no-token-is-foreign"],
    ["", "alice", "job/empty-token-is-an-owner"],
    ["alice", "", "job/empty-token-is-an-owner"],
    [undefined, "", "job/empty-token-is-an-owner"],
  ])("%j at a job of %j is judged by %s alone", (caller, owner, rule) => {
    const records = [...started(0, "j1", owner), cancelBy(1, "j1", caller), asked("j1"), said(1, "requested"), quiet()];
    expect(verdicts(records).map((verdict) => verdict.split(":")[0])).toEqual([rule]);
  });
});

describe("a refusal", () => {
  const cancelUnknown = (number: number): Written =>
    call(number, { method: "cancel", target: { neverIssued: "one like that of j1" }, caller: "bob" });
  const foreign: readonly Written[] = [
    ...started(0, "j1"),
    cancelBy(1, "j1", "bob"),
    refused(1, "unknown (id)"),
    cancelUnknown(2),
  ];

  it("reads the same for a foreign and an unknown id", () => {
    expect(verdicts([...foreign, refused(2, "unknown (id)"), quiet()])).toEqual([]);
    expect(verdicts([...foreign, refused(2, "never heard of (id)"), quiet()])).toEqual([
      'job/foreign-looks-unknown: cancel of a foreign job says "unknown (id)", of an unknown one "never heard of (id)"',
    ]);
  });

  it("has a text", () => {
    expect(verdicts([...started(0, "j1"), cancelUnknown(1), refused(1, ""), quiet()])).toEqual([
      'job/unknown-id-refused: cancel(one like that of j1) by "bob" was refused without a text',
    ]);
  });
});
