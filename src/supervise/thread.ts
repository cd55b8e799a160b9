import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from "node:worker_threads";
import type { Scenario } from "../contract/scenario.ts";
import type { Stuck, StuckHow } from "../explore/stuck.ts";
import { realTimers } from "../run/realTimers.ts";
import type { AnyRecord } from "../run/runner.ts";
import { HeartMonitor, heartbeatMemory, type Silence } from "./heartbeat.ts";
import type { Reply, Request, SentError, ThreadData } from "./messages.ts";

/** How often a thread is looked at, in ms. */
const TICK_MS = 100;

/** So many looks without a beat: it is stuck. The thread beats many times between two of them. */
const SILENT_TICKS_MAX = 50;

/** The same while a module is loaded: compiling TypeScript takes its time, and nothing beats meanwhile. */
const SILENT_TICKS_LOADING_MAX = 150;

/** Of the time of these looks the process must have had this share of one core, or the thread was starved. */
const PROCESSOR_SHARE_MIN = 0.5;

/** With so many times the looks it is stuck all the same: what waits for ever computes nothing. */
const PATIENCE = 6;

/** What an executor may keep on the heap, in MB. */
const HEAP_MB_MAX = 512;

/** A run makes much that is soon thrown away: with less, half of the time goes into collecting it. */
const YOUNG_HEAP_MB = 64;

/** How much the whole process may grow, in MB: buffers are not on the heap. */
const GROWTH_MB_MAX = 2048;

/** A thread that is stuck, and has made the process grow by so much, in MB, is stuck because of that. */
const GROWTH_STUCK_MB = 200;

const MB = 1024 * 1024;

/** What came of a request. */
export type Answer =
  | {
      readonly kind: "done";
      readonly value: unknown;
      readonly strays: readonly string[];
      /** What was recorded, where the run was watched. */
      readonly records: readonly AnyRecord[];
    }
  | { readonly kind: "failed"; readonly error: SentError }
  | {
      readonly kind: "lost";
      readonly stuck: Stuck;
      /** Index of the run that had begun. */
      readonly run: number;
      readonly scenario: Scenario | undefined;
      readonly records: readonly AnyRecord[];
    };

/** One request that is being worked on. */
interface Work {
  readonly settle: (answer: Answer) => void;
  readonly silentTicksMax: number;
  readonly rssAtStart: number;
  readonly records: AnyRecord[];
  scenario: Scenario | undefined;
}

/** One worker thread with an adapter module, and the watch over it. Once lost it is of no more use. */
export class Thread {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #monitor: HeartMonitor;
  readonly #watch: ReturnType<typeof setInterval>;
  #work: Work | undefined;
  #isOver = false;

  constructor(module: string) {
    const memory = heartbeatMemory();
    this.#monitor = new HeartMonitor(memory);
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker = new Worker(new URL("./worker.js", import.meta.url), {
      workerData: { memory, module, port: port2 } satisfies ThreadData,
      transferList: [port2],
      // What it writes is captured inside; what slips through goes nowhere.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    });
    this.#port.on("message", (reply: Reply) => this.#hear(reply));
    this.#worker.on("error", (error) => this.#onError(error));
    this.#worker.on("exit", (code) => this.#lose("exit", `the thread ended with the exit code ${code}`));
    this.#watch = realTimers.setInterval(() => this.#tick(), TICK_MS);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Asks for something; one thing at a time. It is always answered. */
  ask(request: Request): Promise<Answer> {
    return new Promise((settle) => {
      this.#work = {
        settle,
        silentTicksMax: request.type === "load" ? SILENT_TICKS_LOADING_MAX : SILENT_TICKS_MAX,
        rssAtStart: process.memoryUsage.rss(),
        records: [],
        scenario: undefined,
      };
      if (this.#isOver) this.#lose("exit", "the thread had ended");
      else this.#port.postMessage(request, []);
    });
  }

  /** Ends it, whatever it is doing; a request that is under way is never answered. */
  async end(): Promise<void> {
    this.#work = undefined;
    this.#isOver = true;
    realTimers.clearInterval(this.#watch);
    this.#port.close();
    await this.#worker.terminate();
  }

  #hear(reply: Reply): void {
    switch (reply.type) {
      case "done":
        return this.#settle({
          kind: "done",
          value: reply.value,
          strays: reply.strays,
          records: this.#work?.records ?? [],
        });
      case "failed":
        return this.#settle({ kind: "failed", error: reply.error });
      case "trying":
        if (this.#work !== undefined) this.#work.scenario = reply.scenario;
        return;
      case "record":
        this.#work?.records.push(reply.record);
        return;
      case "storm":
        return this.#lose("storm", `more than ${reply.count - 1} ${reply.kind} without an end`);
    }
  }

  #onError(error: unknown): void {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ERR_WORKER_OUT_OF_MEMORY") this.#lose("memory", `more than ${HEAP_MB_MAX} MB of heap`);
    else this.#lose("exit", `the thread ended with ${message}`);
  }

  #tick(): void {
    const silent = this.#monitor.tick();
    const work = this.#work;
    if (work === undefined) return;
    const grownMb = (process.memoryUsage.rss() - work.rssAtStart) / MB;
    if (grownMb > GROWTH_MB_MAX) return this.#lose("memory", `the process grew by more than ${GROWTH_MB_MAX} MB`);
    if (!isStuck(silent, work.silentTicksMax)) return;
    const silence = `no step for ${(work.silentTicksMax * TICK_MS) / 1000} s`;
    if (grownMb < GROWTH_STUCK_MB) this.#lose("loop", silence);
    else this.#lose("memory", `${silence}, and the process grew by more than ${GROWTH_STUCK_MB} MB`);
  }

  #lose(how: StuckHow, message: string): void {
    this.#hearTheLast();
    const work = this.#work;
    const { run, step } = this.#monitor;
    void this.end();
    work?.settle({
      kind: "lost",
      stuck: { how, message, step },
      run,
      scenario: work.scenario,
      records: work.records,
    });
  }

  /** What was sent before the end, and has not been delivered yet. */
  #hearTheLast(): void {
    for (;;) {
      const last = receiveMessageOnPort(this.#port);
      if (last === undefined) return;
      if (last.message.type !== "storm") this.#hear(last.message);
    }
  }

  #settle(answer: Answer): void {
    const work = this.#work;
    this.#work = undefined;
    work?.settle(answer);
  }
}

/** Whether a silence means that a thread is stuck, and not that it was starved. */
function isStuck({ ticks, processorMs }: Silence, ticksMax: number): boolean {
  if (ticks < ticksMax) return false;
  return ticks >= PATIENCE * ticksMax || processorMs >= PROCESSOR_SHARE_MIN * ticksMax * TICK_MS;
}
