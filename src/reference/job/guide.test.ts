import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import type { JobOutcome, JobProducer } from "../../contract/job.ts";
import { bashTool } from "../bash/bash-tool.ts";
import { Bash } from "../bash/bash.ts";
import type { JobNotice, ModelTool, Session } from "./index.ts";
import { injectNotices, JobRuntime, jobTools } from "./index.ts";

// What follows up to the session stands in the guide, line by line.

function countdownTool(jobs: JobRuntime, tickMs: number): ModelTool {
  const count = async (unread: string[], stopped: AbortSignal): Promise<JobOutcome> => {
    for (let left = 3; left > 0 && !stopped.aborted; left -= 1) {
      unread.push(`${left}\n`);
      await delay(tickMs, undefined, { signal: stopped }).catch(() => {});
    }
    return { status: stopped.aborted ? "killed" : "completed" };
  };
  const start = (): JobProducer => {
    const unread: string[] = [];
    const stop = new AbortController();
    const done = count(unread, stop.signal);
    return { done, cancel: () => stop.abort(), readOutput: () => unread.splice(0).join("") };
  };
  return {
    name: "countdown",
    description: "Counts down in the background; returns a job id for job_output and job_kill.",
    inputSchema: { type: "object", properties: {} },
    execute: async (_input, { token: owner }) => {
      const id = jobs.start({ kind: "countdown", label: "from three", owner, start });
      return { kind: "ok", text: `started ${id}` };
    },
  };
}

const sessions = new Map<string, Session>();
const jobs = new JobRuntime({ onCompleted: injectNotices((token) => sessions.get(token)), maxLivePerOwner: 16 });
const tools = [countdownTool(jobs, 1000), bashTool(new Bash(), jobs), ...jobTools(jobs)];

const notices: JobNotice[] = [];
const alice: Session = { token: "alice", inject: (notice) => notices.push(notice) };
sessions.set(alice.token, alice);

afterEach(() => jobs.disposeOwner(alice.token));

it("is what the guide shows", () => {
  const test = readFileSync(new URL(import.meta.url), "utf8");
  const fences = [...readFileSync(new URL("GUIDE.md", import.meta.url), "utf8").matchAll(/^```ts\n(.*?)^```$/gmsu)];
  const shown = fences.map(([, code]) => (code ?? "").replaceAll(/^import .*\n+/gmu, ""));
  expect(shown).toHaveLength(2);
  expect(shown.filter((code) => !test.includes(code))).toEqual([]);
});

it("runs to its end under the generic tools", async () => {
  const { text } = await countdownTool(jobs, 1).execute({}, alice);
  const id = text.replace("started ", "");
  expect(await jobs.wait(id, 60_000, "alice")).toMatchObject({ status: "completed", label: "from three" });
  expect(notices.map(({ job }) => job.id)).toEqual([id]);
  expect(jobs.read(id, "alice").output).toBe("3\n2\n1\n");
});

it("is stopped by the generic tools", async () => {
  const { text } = await countdownTool(jobs, 2 ** 30).execute({}, alice);
  const job_id = text.replace("started ", "");
  await tools.find(({ name }) => name === "job_kill")?.execute({ job_id }, alice);
  expect(await jobs.wait(job_id, 60_000, "alice")).toMatchObject({ status: "killed" });
  expect(tools.map(({ name }) => name)).toEqual(["countdown", "bash", "job_output", "job_kill", "job_list"]);
});
