import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ManualProducer } from "../manual-producer.ts";
import { JobRuntime } from "../runtime.ts";
import type { JobNotice, Session } from "../session.ts";
import { injectNotices } from "../session.ts";
import { jobTools } from "./job-tools.ts";

function setUp() {
  const notices: string[] = [];
  const sessions = new Map<string, Session>(
    ["a", "b"].map((token) => [
      token,
      { token, inject: (notice: JobNotice) => notices.push(`${token}: ${notice.text}`) },
    ]),
  );
  const jobs = new JobRuntime({ onCompleted: injectNotices((token) => sessions.get(token)) });
  const [output, kill, list] = jobTools(jobs);
  const producer = new ManualProducer();
  const id = jobs.start({ kind: "download", label: "a.iso", owner: "a", start: () => producer });
  return { jobs, output, kill, list, producer, id, notices, a: sessions.get("a")!, b: sessions.get("b")! };
}

it("reads, lists and stops a job of the session, and injects its end into that session", async () => {
  const { output, kill, list, producer, id, notices, a } = setUp();
  producer.write("10 %\n");
  expect(await output.execute({ job_id: id }, a)).toEqual({
    kind: "ok",
    text: `${id} (download "a.iso"): running\n10 %\n`,
  });
  expect(await list.execute({}, a)).toEqual({ kind: "ok", text: `${id} (download "a.iso"): running` });
  expect(await kill.execute({ job_id: id, reason: "wrong file" }, a)).toEqual({
    kind: "ok",
    text: `requested\n${id} (download "a.iso"): stopping`,
  });
  expect(producer.cancels).toEqual(["wrong file"]);
  const waiting = output.execute({ job_id: id, wait_ms: 600_000 }, a);
  await producer.end({ status: "killed", detail: "at 10 %" });
  expect(await waiting).toEqual({ kind: "ok", text: `${id} (download "a.iso"): killed, at 10 %\n(no new output)` });
  expect(notices).toEqual([`a: ${id} (download "a.iso"): killed, at 10 %; read what is left with job_output`]);
});

it("answers another session as if the job did not exist", async () => {
  const { output, kill, list, producer, id, b } = setUp();
  producer.write("secret");
  const refusal = { kind: "error", text: `unknown job: ${id}` };
  expect(await output.execute({ job_id: id, wait_ms: 5 }, b)).toEqual(refusal);
  expect(await kill.execute({ job_id: id }, b)).toEqual(refusal);
  expect(await list.execute({}, b)).toEqual({ kind: "ok", text: "(no jobs)" });
  expect(producer.cancels).toEqual([]);
  expect(producer.readOutput()).toBe("secret");
});

it("tells nobody of the end of a job without an owner, or of a session that is gone", async () => {
  const { jobs, notices } = setUp();
  for (const owner of [{}, { owner: "gone" }]) {
    const producer = new ManualProducer();
    jobs.start({ kind: "download", label: "b.iso", ...owner, start: () => producer });
    await producer.end();
  }
  expect(notices).toEqual([]);
});

it.each([
  [undefined, "the input must be an object"],
  [{}, "job_id is required"],
  [{ job_id: 3 }, "job_id must be a string"],
  [{ job_id: "j", wait_ms: -1 }, "wait_ms must be a whole number of milliseconds from 0 to 600000"],
  [{ job_id: "j", pid: 3 }, 'unknown field "pid": expected job_id, wait_ms'],
])("explains bad input (%o)", async (input, text) => {
  const { output, a } = setUp();
  expect(await output.execute(input, a)).toEqual({ kind: "error", text });
});

it("tells the model where a producer cannot be asked to stop", async () => {
  const { kill, producer, id, a } = setUp();
  producer.cancel = () => {
    throw new Error("not permitted");
  };
  expect(await kill.execute({ job_id: id }, a)).toEqual({
    kind: "error",
    text: "the job goes on, it could not be asked to stop: Error: not permitted",
  });
});

it("names no kind of tool anywhere in the runtime", () => {
  const room = new URL("../", import.meta.url);
  const sources = readdirSync(room, { recursive: true, encoding: "utf8" }).filter((name) =>
    /(?<!\.test)\.ts$/u.test(name),
  );
  expect(sources).toContain("tools/job-tools.ts");
  const naming = sources.filter((name) => /bash|shell|process group/iu.test(readFileSync(new URL(name, room), "utf8")));
  expect(naming).toEqual([]);
});
