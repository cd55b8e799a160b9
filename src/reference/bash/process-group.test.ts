import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ProcessGroup } from "./process-group.ts";
import { liveMembersOf } from "./survivors.ts";

const PATIENT_MS = 60_000;
const LIMITS = { killGraceMs: PATIENT_MS, drainMs: PATIENT_MS };

/** Runs a script and collects what it writes. */
function launch(command: string, limits: Partial<typeof LIMITS> = {}, cwd = tmpdir()) {
  const chunks: string[] = [];
  const env = { PATH: process.env["PATH"] ?? "" };
  const group = new ProcessGroup({ command, cwd, env }, (text) => chunks.push(text), { ...LIMITS, ...limits });
  const text = (): string => chunks.join("");
  return {
    group,
    chunks,
    text,
    /** Waits for a script that writes its process id, then `ready`; the id is that of its group. */
    ready: async (): Promise<number> => {
      await vi.waitUntil(() => text().includes("ready\n"), { timeout: PATIENT_MS, interval: 5 });
      return Number.parseInt(text(), 10);
    },
  };
}

/** Waits for the last of a group: a process that was killed may take a moment to go. */
async function isEmptied(id: number): Promise<boolean> {
  return vi.waitUntil(() => liveMembersOf(id).length === 0, { timeout: PATIENT_MS, interval: 5 });
}

describe("the end", () => {
  it.each([
    ["true", { kind: "exited", exitCode: 0 }],
    ["exit 7", { kind: "exited", exitCode: 7 }],
    ["kill -SEGV $$", { kind: "signaled", signal: "SIGSEGV" }],
  ])("of %s is %o", async (command, end) => {
    expect(await launch(command).group.ended).toEqual(end);
  });

  it("is said to be none where nothing could be started", async () => {
    const ends = [launch("true", {}, "/no/such/directory"), launch(`: ${"x".repeat(4_000_000)}`)];
    for (const { group } of ends) {
      expect(await group.ended).toMatchObject({ kind: "not-started", message: expect.stringMatching(/ENOENT|E2BIG/u) });
      expect(group.terminate()).toBe("gone");
    }
  });

  it("comes after all output", async () => {
    const { group, text } = launch("seq 1 100000; echo wrong >&2");
    await group.ended;
    const lines = text().trimEnd().split("\n");
    expect(lines.filter((line) => line !== "wrong")).toEqual(
      Array.from({ length: 100_000 }, (_, index) => `${index + 1}`),
    );
    expect(lines).toContain("wrong");
  });
});

describe("terminate", () => {
  it("ends every process of the group", async () => {
    const { group, ready } = launch("sleep 3000 & (sleep 3000 & sleep 3000) & echo $$; echo ready; wait");
    const id = await ready();
    await vi.waitUntil(() => liveMembersOf(id).length === 5, { timeout: PATIENT_MS, interval: 5 });
    expect(group.terminate()).toBe("sent");
    expect(await group.ended).toEqual({ kind: "signaled", signal: "SIGTERM" });
    expect(await isEmptied(id)).toBe(true);
    expect(group.terminate()).toBe("gone");
  });

  it("kills what ignores the first signal", async () => {
    const { group, ready } = launch("trap '' TERM; echo $$; echo ready; while :; do sleep 3000; done", {
      killGraceMs: 10,
    });
    const id = await ready();
    group.terminate();
    expect(await group.ended).toEqual({ kind: "signaled", signal: "SIGKILL" });
    expect(await isEmptied(id)).toBe(true);
  });

  it("kills what ignores the first signal behind a shell that obeys it", async () => {
    const command = "(trap '' TERM; echo deaf; while :; do sleep 3000; done) & echo $$; echo ready; wait";
    const { group, ready, text } = launch(command, { drainMs: 10 });
    await vi.waitUntil(() => text().includes("deaf\n"), { timeout: PATIENT_MS, interval: 5 });
    const id = Number(/\d+/u.exec((await ready(), text()))?.[0]);
    group.terminate();
    expect(await group.ended).toEqual({ kind: "signaled", signal: "SIGTERM" });
    expect(await isEmptied(id)).toBe(true);
  });

  it("lets the command clean up, and leaves no timer", async () => {
    const { group, ready, text } = launch("trap 'echo bye; exit 3' TERM; echo $$; echo ready; sleep 3000 & wait");
    await ready();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    group.terminate();
    expect(vi.getTimerCount()).toBe(1);
    expect(await group.ended).toEqual({ kind: "exited", exitCode: 3 });
    expect(vi.getTimerCount()).toBe(0);
    expect(text()).toMatch(/bye\n$/u);
  });
});

describe("what the shell leaves behind", () => {
  it("may finish within the time to drain", async () => {
    const { group, text } = launch("(sleep 0.05; echo late) & echo early");
    expect(await group.ended).toEqual({ kind: "exited", exitCode: 0 });
    expect(text()).toBe("early\nlate\n");
  });

  it.each(["sleep 3000 &", "sleep 3000 >/dev/null 2>&1 &", "(trap '' TERM HUP; sleep 3000; sleep 3000) &"])(
    "is killed after it: %s",
    async (leftover) => {
      const { group, text } = launch(`${leftover} echo $$`, { drainMs: 10 });
      expect(await group.ended).toEqual({ kind: "exited", exitCode: 0 });
      expect(await isEmptied(Number(text()))).toBe(true);
    },
  );

  it("is killed also if it holds no pipe any more", async () => {
    const { group, text } = launch("sleep 3000 >/dev/null 2>&1 3>&- & echo $$");
    await group.ended;
    expect(await isEmptied(Number(text()))).toBe(true);
  });

  it("holds nothing up by holding the pipes from another group", async () => {
    const { group, text } = launch("setsid sleep 3000 & echo $!", { drainMs: 10 });
    expect(await group.ended).toEqual({ kind: "exited", exitCode: 0 });
    const escaped = Number(text());
    await vi.waitUntil(() => liveMembersOf(escaped).length === 1, { timeout: PATIENT_MS, interval: 5 });
    process.kill(escaped, "SIGKILL");
  });
});

describe("text", () => {
  it("is decoded across chunks", async () => {
    const directory = mkdtempSync(join(tmpdir(), "gate-"));
    const { group, chunks, text } = launch(
      "mkfifo gate; printf '\\342'; read -r _ < gate; printf '\\202\\254'",
      {},
      directory,
    );
    await vi.waitUntil(() => chunks.length === 1, { timeout: PATIENT_MS, interval: 5 });
    expect(text()).toBe("");
    writeFileSync(join(directory, "gate"), "go\n");
    await group.ended;
    expect(text()).toBe("€");
    rmSync(directory, { recursive: true });
  });

  it("that ends within a character shows so", async () => {
    const { group, text } = launch("printf 'a\\342\\202'");
    await group.ended;
    expect(text()).toBe("a\u{fffd}");
  });
});

afterEach(() => void vi.useRealTimers());
