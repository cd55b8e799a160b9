import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import type { JobSnapshot } from "../../contract/job.ts";
import { JobRuntime } from "../job/runtime.ts";
import { Bash } from "./bash.ts";
import type { CommandSpec, ForegroundSpec } from "./command.ts";
import { InvalidCommandError } from "./resolve.ts";
import { liveMembersOf } from "./survivors.ts";

const PATIENT_MS = 60_000;
let directory = "";

beforeEach(() => void (directory = realpathSync(mkdtempSync(join(tmpdir(), "bash-")))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function bashWith(options: ConstructorParameters<typeof Bash>[0] = {}): Bash {
  return new Bash({
    cwd: directory,
    killGraceMs: PATIENT_MS,
    drainMs: PATIENT_MS,
    spillDirectory: directory,
    ...options,
  });
}

describe("resolve", () => {
  it("completes a request with the base directory and environment", () => {
    const bash = bashWith({ env: { KEPT: "1", GONE: "1" } });
    mkdirSync(join(directory, "sub"));
    expect(bash.resolve({ command: "ls", cwd: "sub", env: { GONE: undefined, NEW: "2" } })).toEqual({
      command: "ls",
      cwd: join(directory, "sub"),
      env: { KEPT: "1", NEW: "2" },
    });
  });

  it.each([
    { command: " " },
    { command: "a\0b" },
    { command: "ls", cwd: "missing" },
    { command: "ls", env: { A: "\0" } },
  ])("refuses %o", (request) => {
    expect(() => bashWith().resolve(request)).toThrow(InvalidCommandError);
  });

  it("gives a spec without anything that only a foreground command has", () => {
    expectTypeOf<keyof CommandSpec>().toEqualTypeOf<"command" | "cwd" | "env">();
    expectTypeOf<Exclude<keyof ForegroundSpec, keyof CommandSpec>>().toEqualTypeOf<"timeoutMs">();
    expect(Object.keys(bashWith().resolve({ command: "ls" })).toSorted()).toEqual(["command", "cwd", "env"]);
  });
});

describe("run", () => {
  it("gives output and exit code", async () => {
    const bash = bashWith();
    const spec = bash.resolve({ command: 'pwd; echo "$GREETING"; exit 4', env: { GREETING: "hello" } });
    expect(await bash.run({ ...spec, timeoutMs: PATIENT_MS })).toEqual({
      end: { kind: "exited", exitCode: 4 },
      output: { text: `${directory}\nhello\n` },
    });
  });

  it("tells a timeout from a signal, and ends the group", async () => {
    const bash = bashWith();
    const killed = await bash.run({ ...bash.resolve({ command: "kill -TERM $$" }), timeoutMs: PATIENT_MS });
    expect(killed.end).toEqual({ kind: "signaled", signal: "SIGTERM" });

    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const spec = bash.resolve({ command: "echo $$ > group; sleep 3000 & touch began; wait" });
    const running = bash.run({ ...spec, timeoutMs: 5000 });
    while (!readdirSync(directory).includes("began")) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(5000);
    expect((await running).end).toEqual({ kind: "timed-out", timeoutMs: 5000 });
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
    expect(await isEmptied(Number(readFileSync(join(directory, "group"), "utf8")))).toBe(true);
  });

  it("ends with the signal of its caller, or does not begin", async () => {
    const bash = bashWith();
    const spec = { ...bash.resolve({ command: "touch began; sleep 3000" }), timeoutMs: PATIENT_MS };
    const controller = new AbortController();
    const running = bash.run(spec, controller.signal);
    await vi.waitUntil(() => readdirSync(directory).includes("began"), { timeout: PATIENT_MS, interval: 5 });
    controller.abort();
    expect((await running).end).toEqual({ kind: "aborted" });
    rmSync(join(directory, "began"));
    expect((await bash.run(spec, controller.signal)).end).toEqual({ kind: "aborted" });
    expect(readdirSync(directory)).toEqual([]);
  });

  it.each([0, -1, 2 ** 31, Number.NaN])("refuses a timeout of %s", async (timeoutMs) => {
    const bash = bashWith();
    await expect(bash.run({ ...bash.resolve({ command: "true" }), timeoutMs })).rejects.toThrow(InvalidCommandError);
  });

  it("names the file with the output beyond the bound, until it is discarded", async () => {
    const bash = bashWith({ maxUnreadCharacters: 100 });
    const { output } = await bash.run({ ...bash.resolve({ command: "seq 1 5000" }), timeoutMs: PATIENT_MS });
    const all = Array.from({ length: 5000 }, (_, index) => `${index + 1}\n`).join("");
    expect(output.text).toBe(all.slice(0, 100));
    expect(output.text + readFileSync(output.spilled?.path ?? "", "utf8")).toBe(all);
    bash.discardSpills();
    expect(readdirSync(directory)).toEqual([]);
  });
});

describe("start, on the job runtime", () => {
  it.each([
    ["true", "completed", "exit code 0"],
    ["exit 2", "failed", "exit code 2"],
    ["kill -KILL $$", "failed", "signal SIGKILL"],
  ])("%s ends as %s, %s", async (command, status, detail) => {
    const jobs = new JobRuntime();
    const id = start(jobs, bashWith(), command);
    expect(await jobs.wait(id, PATIENT_MS)).toMatchObject({ kind: "bash", status, detail });
  });

  it("ends as failed where there is no bash to start", async () => {
    const jobs = new JobRuntime();
    const id = start(jobs, bashWith({ env: { PATH: "/nonexistent" } }), "true");
    expect(await jobs.wait(id, PATIENT_MS)).toMatchObject({
      status: "failed",
      detail: "not started: spawn bash ENOENT",
    });
  });

  it("returns all output exactly once while it runs and after", async () => {
    const jobs = new JobRuntime();
    const id = start(jobs, bashWith(), "for i in $(seq 1 3000); do echo line $i; done");
    let output = "";
    for (let job: JobSnapshot | undefined; job?.status !== "completed";) {
      job = await jobs.wait(id, 1);
      output += jobs.read(id).output;
    }
    expect(output + jobs.read(id).output).toBe(
      Array.from({ length: 3000 }, (_, index) => `line ${index + 1}\n`).join(""),
    );
  });

  it("is ended by cancel, with its group, and the end says how", async () => {
    const jobs = new JobRuntime();
    const id = start(jobs, bashWith(), "trap 'exit 9' TERM; echo $$; sleep 3000 & wait");
    const group = Number(await outputWith(jobs, id, "\n"));
    expect(jobs.cancel(id)).toBe("requested");
    expect(await jobs.wait(id, PATIENT_MS)).toMatchObject({ status: "killed", detail: "exit code 9" });
    expect(await isEmptied(group)).toBe(true);
  });

  it("keeps its natural end where the shell had exited before the cancel", async () => {
    const jobs = new JobRuntime();
    const id = start(jobs, bashWith(), "sleep 3000 & echo $$");
    const shell = Number(await outputWith(jobs, id, "\n"));
    await vi.waitUntil(() => !existsSync(`/proc/${shell}`), { timeout: PATIENT_MS, interval: 5 });
    expect(jobs.get(id).status).toBe("running"); // its child is left, and holds the pipes
    expect(jobs.cancel(id)).toBe("requested");
    expect(await jobs.wait(id, PATIENT_MS)).toMatchObject({ status: "completed", detail: "exit code 0" });
    expect(await isEmptied(shell)).toBe(true);
  });

  it("spills what nobody reads, tells the path, and removes the file with the job", async () => {
    const jobs = new JobRuntime();
    const id = start(jobs, bashWith({ maxUnreadCharacters: 10 }), "seq 1 1000");
    await jobs.wait(id, PATIENT_MS);
    const [name] = readdirSync(directory);
    expect(jobs.read(id).output).toBe(
      `1\n2\n3\n4\n5\n\n[output goes on in ${join(directory, name ?? "")}, bytes 0 to 3883]\n`,
    );
    await jobs.dispose();
    expect(readdirSync(directory)).toEqual([]);
  });

  it("leaves no process, handle or file after disposal, whatever the commands are up to", async () => {
    const jobs = new JobRuntime();
    const bash = bashWith({ killGraceMs: 20, drainMs: 20, maxUnreadCharacters: 10, maxSpillBytes: 100_000 });
    await bash.run({ ...bash.resolve({ command: "true" }), timeoutMs: PATIENT_MS }); // what the first command opens for good
    const handles = readdirSync("/proc/self/fd").length;
    const commands = [
      "echo $$; sleep 3000",
      "trap '' TERM; echo $$; while :; do sleep 3000; done",
      "echo $$; sleep 3000 & sleep 3000 & wait",
      "echo $$; (trap '' TERM; sleep 3000) & exit 1",
      "echo $$; yes",
      "echo $$",
    ];
    const ids = [...commands, ...commands, ...commands].map((command, index) =>
      start(jobs, bash, command, `owner ${index % 2}`),
    );
    const groups: number[] = [];
    for (const [index, id] of ids.entries()) {
      groups.push(Number.parseInt(await outputWith(jobs, id, "\n", `owner ${index % 2}`), 10));
      if (index % 3 === 0) jobs.cancel(id, `owner ${index % 2}`);
    }
    await Promise.all([jobs.disposeOwner("owner 1"), jobs.dispose()]);
    for (const group of groups) expect(await isEmptied(group)).toBe(true);
    expect(readdirSync(directory)).toEqual([]);
    // The handles of a stream that was closed go a moment later.
    await vi.waitUntil(() => readdirSync("/proc/self/fd").length <= handles, { timeout: PATIENT_MS, interval: 5 });
  });
});

function start(jobs: JobRuntime, bash: Bash, command: string, owner?: string): string {
  const spec = bash.resolve({ command });
  return jobs.start({
    kind: "bash",
    label: command,
    ...(owner === undefined ? {} : { owner }),
    start: () => bash.start(spec),
  });
}

/** Waits for the last of a group: a process that was killed may take a moment to go. */
async function isEmptied(group: number): Promise<boolean> {
  return vi.waitUntil(() => liveMembersOf(group).length === 0, { timeout: PATIENT_MS, interval: 5 });
}

/** Reads a job until its output contains the marker. */
async function outputWith(jobs: JobRuntime, id: string, marker: string, caller?: string): Promise<string> {
  let output = "";
  await vi.waitUntil(() => (output += jobs.read(id, caller).output).includes(marker), {
    timeout: PATIENT_MS,
    interval: 5,
  });
  return output;
}
