/**
 * Real background commands with random cancels and disposals, and what they leave: `bash-survivors [commands] [seed]`. Ends with
 * exit code 1 where a process, a file handle or a spill file is left, 2 for a bad argument. Equal seeds give equal plans.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Bash, JobRuntime } from "executor-conformance/reference";
import fc from "fast-check";

const COMMANDS_DEFAULT = 200;
/** So many are started before the first of them is stopped. */
const WAVE = 20;
/** How long what is left may take to go, in ms. */
const PATIENCE_MS = 20_000;
/** How long all of it may take, in ms. */
const TOTAL_MS_MAX = 300_000;

const SHAPES = [
  "sleep 3000",
  "echo quick",
  "exit 3",
  "trap '' TERM; echo deaf; while :; do sleep 3000; done",
  "sleep 3000 & sleep 3000 & wait",
  "(trap '' TERM; sleep 3000) & echo orphan; exit 1",
  "seq 1 20000; sleep 3000",
  "head -c 3000000 /dev/zero | tr '\\0' x",
] as const;

const plan = fc.record({
  command: fc.constantFrom(...SHAPES),
  owner: fc.constantFrom("alice", "bob", "carol"),
  /** What becomes of it, and after how many ms. */
  end: fc.constantFrom("cancel", "cancel twice", "dispose its owner", "leave"),
  afterMs: fc.constantFrom(0, 0, 5, 30),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

/** What there is of the commands at one moment. */
interface Count {
  readonly processes: number;
  readonly handles: number;
  readonly files: number;
}

class Survivors {
  readonly #directory = mkdtempSync(join(tmpdir(), "bash-survivors-"));
  readonly #jobs = new JobRuntime();
  readonly #bash = new Bash({
    cwd: this.#directory,
    // Whatever a command starts inherits it, and can be found by it.
    env: { ...process.env, SURVIVOR_OF: this.#directory },
    killGraceMs: 100,
    drainMs: 50,
    maxUnreadCharacters: 1000,
    maxSpillBytes: 1_000_000,
    spillDirectory: this.#directory,
  });
  #most: Count = { processes: 0, handles: 0, files: 0 };

  /** Gives what there was at the most, and what is left in the end. */
  async run(plans: readonly Plan[]): Promise<{ readonly most: Count; readonly left: Count }> {
    // What the first command opens for good is not left behind.
    await this.#bash.run({ ...this.#bash.resolve({ command: "true" }), timeoutMs: PATIENCE_MS });
    const before = this.#count().handles;
    for (let at = 0; at < plans.length; at += WAVE) await this.#wave(plans.slice(at, at + WAVE), at / WAVE);
    await this.#jobs.dispose();
    const left = await this.#settledCount(before);
    rmSync(this.#directory, { recursive: true });
    return { most: { ...this.#most, handles: this.#most.handles - before }, left };
  }

  async #wave(plans: readonly Plan[], wave: number): Promise<void> {
    const started = plans.map((one) => ({ ...one, ...this.#start(one, wave) }));
    for (const { id, owner, end, afterMs } of started) {
      await sleep(afterMs);
      this.#look();
      if (end === "dispose its owner") await this.#jobs.disposeOwner(owner);
      else if (end !== "leave") this.#cancel(id, owner, end === "cancel" ? 1 : 2);
    }
  }

  #start({ command, owner }: Plan, wave: number): { readonly id: string; readonly owner: string } {
    const spec = this.#bash.resolve({ command });
    const session = `${owner} ${wave}`;
    const start = (): ReturnType<Bash["start"]> => this.#bash.start(spec);
    return { id: this.#jobs.start({ kind: "bash", label: command, owner: session, start }), owner: session };
  }

  #cancel(id: string, owner: string, times: number): void {
    // A disposal of its owner has ended and forgotten it.
    if (!this.#jobs.list(owner).some((job) => job.id === id)) return;
    for (let time = 0; time < times; time += 1) this.#jobs.cancel(id, owner);
  }

  #look(): void {
    const { processes, handles, files } = this.#count();
    const most = this.#most;
    this.#most = {
      processes: Math.max(processes, most.processes),
      handles: Math.max(handles, most.handles),
      files: Math.max(files, most.files),
    };
  }

  /** The handles of a stream that was closed, and a process that was killed, go a moment later. */
  async #settledCount(handlesBefore: number): Promise<Count> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const { processes, handles, files } = this.#count();
      const left = { processes, handles: Math.max(handles - handlesBefore, 0), files };
      if (isNothing(left) || performance.now() > until) return left;
      await sleep(10);
    }
  }

  #count(): Count {
    const mark = `SURVIVOR_OF=${this.#directory}\0`;
    const pids = readdirSync("/proc").filter((name) => /^\d+$/u.test(name));
    return {
      processes: pids.filter((pid) => environmentOf(pid).includes(mark)).length,
      handles: readdirSync("/proc/self/fd").length,
      files: readdirSync(this.#directory).length,
    };
  }
}

/** Empty for a process that has ended or is somebody else's. */
function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return "";
  }
}

function isNothing({ processes, handles, files }: Count): boolean {
  return processes === 0 && handles === 0 && files === 0;
}

function describe({ processes, handles, files }: Count): string {
  return `${processes} processes, ${handles} file handles, ${files} spill files`;
}

const [commandsText = String(COMMANDS_DEFAULT), seedText = String(Math.trunc(Math.random() * 2 ** 31))] =
  process.argv.slice(2);
const [commands, seed] = [Number(commandsText), Number(seedText)];
if (!Number.isInteger(commands) || commands < 1 || !Number.isInteger(seed)) {
  console.error("Expected: [commands] [seed]");
  process.exit(2);
}
setTimeout(() => {
  console.error(`not over after ${TOTAL_MS_MAX / 1000} s`);
  process.exit(1);
}, TOTAL_MS_MAX).unref();
console.log(`${commands} background commands, seed ${seed}`);
const { most, left } = await new Survivors().run(fc.sample(plan, { seed, numRuns: commands }));
console.log(`at the most: ${describe(most)}`);
console.log(`left behind: ${describe(left)}`);
// Who never sees a process has not looked. What is left may hold this process too, so it does not wait for its end.
process.exit(isNothing(left) && most.processes > 0 ? 0 : 1);
