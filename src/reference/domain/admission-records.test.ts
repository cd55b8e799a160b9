import { expect, it } from "vitest";
import type { ToolDomainEvent } from "../../contract/domain.ts";
import { AdmissionRecords } from "./admission-records.ts";
import { atRest, command } from "./fixtures/recorded-domain.ts";
import { MissingAdmissionRecordError } from "./missing-admission-record-error.ts";
import { ToolExecutionDomain } from "./tool-execution-domain.ts";

it("gives a run what was prepared for its block, once", () => {
  const records = new AdmissionRecords<{ path: string }>();
  records.prepare("tid-c1", { path: "old.md" });
  records.prepare("tid-c1", { path: "new.md" });
  expect(records.take(command("c1"))).toEqual({ path: "new.md" });
  expect(() => records.take(command("c1"))).toThrow(MissingAdmissionRecordError);
});

it("forgets the record of a block that will not run", () => {
  const records = new AdmissionRecords();
  records.prepare("tid-c1", {});
  records.discard("tid-c1");
  records.discard("tid-c2");
  expect(() => records.take(command("c1"))).toThrow(expect.objectContaining({ dlineTid: "tid-c1" }));
});

it("makes a block without a record a failed tool", async () => {
  const records = new AdmissionRecords<{ path: string }>();
  const written: string[] = [];
  const events: ToolDomainEvent[] = [];
  const domain = new ToolExecutionDomain({
    runner: { runBlock: async (admitted) => void written.push(records.take(admitted).path), release: async () => {} },
    sink: { emit: (event) => void events.push(event) },
    surface: { kind: "denied", reason: "nobody is there" },
  });
  records.prepare("tid-c1", { path: "notes.md" });
  domain.handle(command("c1"));
  domain.handle(command("c2"));
  await atRest();
  expect(written).toEqual(["notes.md"]);
  expect(events).toMatchObject([
    { kind: "tool.block_result", commandId: "c1" },
    { kind: "tool.block_failed", commandId: "c2", cause: expect.any(MissingAdmissionRecordError) },
  ]);
});
