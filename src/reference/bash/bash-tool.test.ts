import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { describeJob } from "../job/describe.ts";
import { JobRuntime } from "../job/runtime.ts";
import type { JobNotice, Session } from "../job/session.ts";
import { injectNotices } from "../job/session.ts";
import { jobTools } from "../job/tools/job-tools.ts";
import type { ToolResult } from "../job/tools/model-tool.ts";
import { bashTool } from "./bash-tool.ts";
import { Bash } from "./bash.ts";
import { liveMembersOf } from "./survivors.ts";

const PATIENT_MS = 60_000;
let directory = "";

beforeEach(async () => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), "tool-")));
  const bash = new Bash({ cwd: directory });
  // A command that reads the gate waits until the test opens it.
  await bash.run({ ...bash.resolve({ command: "mkfifo gate" }), timeoutMs: PATIENT_MS });
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Two sessions with the command tool and the generic ones, and a record of everything they see, ids made equal. */
class Transcript {
  readonly jobs = new JobRuntime({ onCompleted: injectNotices((token) => this.#sessions.get(token)) });
  readonly #lines: string[] = [];
  readonly #ids: string[] = [];
  readonly #bash = new Bash({ cwd: directory, spillDirectory: directory });
  readonly #tools = [
    bashTool(this.#bash, this.jobs, (state, job) => this.#note(`  shown as ${state}: ${describeJob(job)}`)),
    ...jobTools(this.jobs),
  ];
  readonly #sessions = new Map<string, Session>(
    ["alice", "bob"].map((token) => [
      token,
      { token, inject: ({ kind, text }: JobNotice) => this.#note(`${token} is told (${kind}): ${text}`) },
    ]),
  );

  /** Calls a tool and notes what went in and came out. */
  async call(session: string, name: string, input: object): Promise<ToolResult> {
    this.#note(`${session} calls ${name} ${JSON.stringify(input)}`);
    const result = await this.quietly(session, name, input);
    this.#noteResult(result);
    return result;
  }

  /** Calls a tool until it answers with the marker, and notes this one call. */
  async callUntil(marker: string, session: string, name: string, input: object): Promise<void> {
    this.#note(`${session} calls ${name} ${JSON.stringify(input)}`);
    const answered = async (): Promise<ToolResult | false> => {
      const result = await this.quietly(session, name, input);
      return result.text.includes(marker) && result;
    };
    this.#noteResult(await vi.waitUntil(answered, { timeout: PATIENT_MS, interval: 5 }));
  }

  async quietly(session: string, name: string, input: object): Promise<ToolResult> {
    const tool = this.#tools.find((candidate) => candidate.name === name);
    const owner = this.#sessions.get(session);
    if (tool === undefined || owner === undefined) throw new Error(`no tool ${name} or session ${session}`);
    return tool.execute(input, owner);
  }

  async start(session: string, command: string): Promise<string> {
    const { text } = await this.call(session, "bash", { command, background: true });
    const id = text.replace("started ", "");
    this.#ids.push(id);
    return id;
  }

  toString(): string {
    return this.#ids.reduce(
      (text, id, index) => text.replaceAll(id, `<job ${index + 1}>`),
      `${this.#lines.join("\n")}\n`,
    );
  }

  #noteResult({ kind, text }: ToolResult): void {
    this.#note(`  ${kind}: ${text.trimEnd().replaceAll("\n", "\n    ")}`);
  }

  #note(line: string): void {
    this.#lines.push(line);
  }
}

function openGate(): void {
  writeFileSync(join(directory, "gate"), "open\n");
}

function hasStarted(): Promise<boolean> {
  return vi.waitUntil(() => existsSync(join(directory, "started")), { timeout: PATIENT_MS, interval: 5 });
}

describe("background bash in the vocabulary of jobs", () => {
  it("from start to completion", async () => {
    const transcript = new Transcript();
    const id = await transcript.start("alice", "echo one; read -r _ < gate; echo two");
    await transcript.callUntil("one\n", "alice", "job_output", { job_id: id });
    await transcript.call("alice", "job_list", {});
    openGate();
    await transcript.jobs.wait(id, PATIENT_MS, "alice");
    await transcript.call("alice", "job_output", { job_id: id });
    await transcript.call("alice", "job_output", { job_id: id });
    await transcript.call("alice", "job_kill", { job_id: id });
    await expect(transcript.toString()).toMatchFileSnapshot("fixtures/completed.txt");
  });

  it("from start to a kill", async () => {
    const transcript = new Transcript();
    const id = await transcript.start("alice", "echo yes > started; sleep 3000");
    await hasStarted();
    await transcript.call("alice", "job_kill", { job_id: id, reason: "takes too long" });
    await transcript.jobs.wait(id, PATIENT_MS, "alice");
    await transcript.call("alice", "job_list", {});
    await expect(transcript.toString()).toMatchFileSnapshot("fixtures/killed.txt");
  });

  it("with another session beside it, which sees and changes nothing", async () => {
    const transcript = new Transcript();
    const id = await transcript.start("alice", "echo secret; echo yes > started; read -r _ < gate; exit 3");
    await hasStarted();
    for (const [name, input] of [
      ["job_list", {}],
      ["job_output", { job_id: id }],
      ["job_kill", { job_id: id }],
    ] as const) {
      await transcript.call("bob", name, input);
    }
    openGate();
    await transcript.jobs.wait(id, PATIENT_MS, "alice");
    await transcript.call("alice", "job_output", { job_id: id });
    await expect(transcript.toString()).toMatchFileSnapshot("fixtures/isolated.txt");
  });
});

it("ends the processes of the session that ends, and no others", async () => {
  const transcript = new Transcript();
  const ids = [
    await transcript.start("alice", "echo $$; sleep 3000"),
    await transcript.start("bob", "echo $$; sleep 3000"),
  ];
  const groups: number[] = [];
  for (const [index, owner] of ["alice", "bob"].entries()) {
    let output = "";
    await vi.waitUntil(() => (output += transcript.jobs.read(ids[index] ?? "", owner).output).includes("\n"), {
      timeout: PATIENT_MS,
      interval: 5,
    });
    groups.push(Number(output));
  }
  await transcript.jobs.disposeOwner("alice");
  expect(groups.map((group) => liveMembersOf(group).length > 0)).toEqual([false, true]);
  await transcript.jobs.dispose();
});

describe("in the foreground", () => {
  it("answers with the end and the output", async () => {
    const transcript = new Transcript();
    expect(await transcript.quietly("alice", "bash", { command: "echo out; exit 3", cwd: "." })).toEqual({
      kind: "ok",
      text: "exit code 3\nout\n",
    });
    expect(await transcript.quietly("alice", "bash", { command: "sleep 3000", timeout_ms: 1 })).toEqual({
      kind: "ok",
      text: "timed out after 1 ms\n",
    });
    expect(transcript.jobs.list("alice")).toEqual([]);
  });

  it("is stopped by the end of the session", async () => {
    const bash = bashTool(new Bash({ cwd: directory }), new JobRuntime());
    const controller = new AbortController();
    const session: Session = { token: "alice", signal: controller.signal, inject: () => {} };
    const running = bash.execute({ command: "echo yes > started; sleep 3000" }, session);
    await hasStarted();
    controller.abort();
    expect(await running).toEqual({ kind: "ok", text: "aborted by its caller\n" });
  });

  it.each([
    [{}, "command is required"],
    [{ command: " " }, "the command is empty"],
    [{ command: "ls", cwd: "missing" }, /^no such directory: .*missing$/u],
    [{ command: "ls", background: "yes" }, "background must be true or false"],
    [{ command: "ls", timeout_ms: 0 }, "timeout_ms must be a whole number of milliseconds from 1 to 600000"],
    [
      { command: "ls", background: true, timeout_ms: 5 },
      "timeout_ms is for the foreground: a background command has none",
    ],
  ])("explains bad input (%o)", async (input, text) => {
    const result = await new Transcript().quietly("alice", "bash", input);
    expect(result.kind).toBe("error");
    expect(result.text).toMatch(text);
  });
});

it("labels a long command with one short line", async () => {
  const transcript = new Transcript();
  const id = await transcript.start("alice", `true ${"word \n".repeat(100)}`);
  const { label } = transcript.jobs.get(id, "alice");
  expect(label).toMatch(/^true (word )+.*…$/u);
  expect(label).toHaveLength(80);
  await transcript.jobs.dispose();
});
