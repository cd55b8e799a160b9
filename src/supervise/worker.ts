import { workerData } from "node:worker_threads";
import type { Step } from "../contract/scenario.ts";
import { Explorer } from "../explore/explorer.ts";
import { readAdapters, profileOfAdapter } from "../explore/readAdapters.ts";
import { replayOn } from "../explore/replay.ts";
import { UsageError } from "../explore/usageError.ts";
import type { AdapterFacts, CheckableAdapter } from "../profiles/index.ts";
import type { Pulse } from "../run/pulse.ts";
import { macrotask, realTimers } from "../run/realTimers.ts";
import { Runner, type AnyRecord } from "../run/runner.ts";
import { describeThrown } from "../run/values.ts";
import { Containment } from "./containment.ts";
import { Heart } from "./heartbeat.ts";
import { defaultExportOf, loadExports, looksLikeAdapters, prepareLoading } from "./loadModule.ts";
import type { Loaded, Reply, Request, ThreadData, ThreadSettings } from "./messages.ts";
import { StormCounter } from "./storm.ts";

/**
 * A thread that loads an adapter module and runs what it is asked for. It may be lost at any moment: whatever a supervisor
 * must know of a run is in shared memory, or sent, before the executor is called.
 */

const BEAT_MS = 200;

const { memory, module, port } = workerData as ThreadData;
const say = (reply: Reply): void => port.postMessage(reply);

const heart = new Heart(memory);
const storm = new StormCounter((kind, count) => say({ type: "storm", kind, count }));
const containment = new Containment();
storm.install();
containment.enter();
// A thread that waits for something real is not stuck.
realTimers.setInterval(() => heart.rest(), BEAT_MS).unref();

const adapters = new Map<string, CheckableAdapter>();
const explorers = new Map<string, Explorer>();

port.on("message", (request: Request) => {
  void answer(request);
});

async function answer(request: Request): Promise<void> {
  heart.work();
  try {
    const value = await perform(request);
    // Rejections that nobody handles are told a macrotask later.
    await macrotask();
    say({ type: "done", value, strays: containment.takeStrays() });
  } catch (error) {
    const name = error instanceof Error ? error.name : "Error";
    say({ type: "failed", error: { name, message: error instanceof Error ? error.message : describeThrown(error) } });
  }
  if (request.type === "close") port.close();
}

async function perform(request: Request): Promise<unknown> {
  switch (request.type) {
    case "load":
      return load();
    case "chunk":
      return explorer(request).chunk(request.chunk, request.limits);
    case "confirm":
      return explorer(request, true).confirm(request.found, request.stuck);
    case "rate":
      return explorer(request, true).rate(request.rule, request.scenario);
    case "replay": {
      const adapter = named(request.adapter);
      const data = await replayOn(profileOfAdapter(adapter), adapter, request.scenario, { pulse });
      return { data, output: containment.output };
    }
    case "watch": {
      storm.countPromises();
      const adapter = named(request.adapter);
      const onRecord = (record: AnyRecord): void => say({ type: "record", record });
      await new Runner<Step, AnyRecord>(profileOfAdapter(adapter), adapter, { pulse, onRecord }).run(request.scenario);
      return undefined;
    }
    case "close":
      return undefined;
  }
}

async function load(): Promise<Loaded> {
  // Without anything left that could end the loading, the thread ends, and the supervisor hears of it.
  port.unref();
  const exports = await loadExports(module, containment);
  port.ref();
  if (!looksLikeAdapters(exports["default"])) {
    // Says what is wrong with it, where a module was expected to have adapters.
    return { adapters: undefined, problem: problemOf(exports), promises: undefined };
  }
  const read = readAdapters(exports["default"], module);
  for (const adapter of read) adapters.set(adapter.name, adapter);
  return { adapters: read.map(factsOf), problem: undefined, promises: promisesOf(exports["promises"]) };
}

function problemOf(exports: Readonly<Record<string, unknown>>): string {
  try {
    readAdapters(defaultExportOf(exports, module), module);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : describeThrown(error);
  }
}

const pulse: Pulse = {
  run() {
    heart.run();
    storm.run();
  },
  step(index) {
    heart.step(index);
    storm.step();
  },
  rest() {
    heart.rest();
    storm.rest();
  },
};

/** Tells each scenario before it is run: no chunk names it. */
const telling: Pulse = {
  ...pulse,
  run(scenario) {
    say({ type: "trying", scenario });
    pulse.run(scenario);
  },
};

interface ForAdapter {
  readonly adapter: string;
  readonly settings: ThreadSettings;
}

function explorer({ adapter: name, settings }: ForAdapter, tells = false): Explorer {
  const key = JSON.stringify([name, settings, tells]);
  const known = explorers.get(key);
  if (known !== undefined) return known;
  const adapter = named(name);
  const made = new Explorer(profileOfAdapter(adapter), adapter, { ...settings, pulse: tells ? telling : pulse });
  explorers.set(key, made);
  return made;
}

function named(name: string): CheckableAdapter {
  const adapter = adapters.get(name);
  if (adapter === undefined) throw new Error(`The module ${module} has no adapter ${JSON.stringify(name)}`);
  return adapter;
}

/** What an adapter says of itself: JSON leaves `create` out, which cannot leave the thread. */
function factsOf(adapter: CheckableAdapter): AdapterFacts {
  return plain(adapter) as AdapterFacts;
}

function promisesOf(value: unknown): unknown {
  try {
    return plain(value);
  } catch (error) {
    throw new UsageError(
      `Expected plain data as the export "promises" of ${module}, got what JSON cannot hold: ${describeThrown(error)}`,
    );
  }
}

function plain(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

// The thread may have been started before there is something to do.
await prepareLoading(module);
