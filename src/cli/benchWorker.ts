import { register } from "node:module";
import { forgetCommonJs, requiredEsModule } from "../../bench/gate/commonJs.ts";
import { ContenderError, openContestants, Waiting, type LoadInstance } from "../../bench/gate/contestants.ts";
import type { BlockTimes, Role } from "../../bench/gate/interleave.ts";
import { describeRole, type MeasureJob, type MeasureRequest } from "../../bench/gate/job.ts";
import { measure } from "../../bench/gate/measure.ts";
import { processMeter } from "../../bench/gate/meter.ts";
import type { MeasureReply } from "../../bench/gate/reply.ts";
import { watchAsyncHooks, watchIntrinsics } from "../../bench/gate/sharedRealm.ts";
import { noteTurn } from "../../bench/gate/turnFile.ts";
import { benchmarks } from "../../bench/suites/index.ts";
import { readAdapters } from "../explore/readAdapters.ts";
import { realTimers } from "../run/realTimers.ts";
import { describeThrown } from "../run/values.ts";
import { Containment } from "../supervise/containment.ts";
import { loadDefaultExport } from "../supervise/loadModule.ts";

// The process that measures: it is sent one job, sends one reply, and is ended by whoever started it.

/** How often it looks whether an executor still answers, in ms. */
const LOOK_MS = 1000;

const containment = new Containment();

/** Taken away from whoever is measured: nobody else may send a figure. */
const send = process.send?.bind(process);
delete process.send;

const waiting = new Waiting((role) => noteTurn(role));
const replaced = watchIntrinsics();

/** Who enabled async hooks. */
const hooking = new Set<Role>();

process.once("message", ({ job, token }: MeasureRequest) => {
  const reply = (answered: MeasureReply): void => {
    realTimers.clearInterval(watch);
    send?.({ ...answered, token });
  };
  const fail = (message: string): void => reply({ kind: "failed", message });
  const watch = realTimers.setInterval(() => {
    if (waiting.overdue !== undefined) fail(waiting.overdue);
  }, LOOK_MS);
  // Whoever tries to end the process may never end its operation.
  process.on("uncaughtException", (error) => {
    const who = waiting.turn === undefined ? "" : `while ${describeRole(job, waiting.turn)} was run, `;
    fail(`${who}nobody handled ${describeThrown(error)}`);
  });
  watchAsyncHooks(() => {
    if (waiting.turn !== undefined) hooking.add(waiting.turn);
  });
  void answer(job).then(reply);
});

async function answer(job: MeasureJob): Promise<MeasureReply> {
  register("../../bench/gate/instanceHook.js", import.meta.url);
  containment.enter();
  try {
    const sets = await measureJob(job);
    const [stray] = containment.takeStrays();
    const wrong = stray === undefined ? unlike(job) : `base or head: nobody handled ${stray}`;
    return wrong === undefined ? { kind: "measured", sets } : { kind: "failed", message: wrong };
  } catch (error) {
    return { kind: "failed", message: error instanceof ContenderError ? error.message : describeThrown(error) };
  }
}

/** What one of them did to everybody, and the other did not. */
function unlike(job: MeasureJob): string | undefined {
  const intrinsic = replaced();
  if (intrinsic !== undefined) return `base or head replaces ${intrinsic} while it runs, for everybody in the process`;
  const doesHead = hooking.has("head");
  if (doesHead === (hooking.has("base") || hooking.has("control"))) return undefined;
  return (
    `${describeRole(job, doesHead ? "head" : "base")} alone enables async hooks, as an AsyncLocalStorage may: ` +
    "they slow everybody in the process, so what they cost cannot be compared"
  );
}

async function measureJob(job: MeasureJob): Promise<readonly BlockTimes[]> {
  const benchmark = benchmarks.find(({ id }) => id === job.benchmark);
  if (benchmark === undefined) throw new Error(`there is no benchmark ${job.benchmark}`);
  let instances = 0;
  const load: LoadInstance = async ({ module, adapter: name }, role) => {
    instances += 1;
    forgetCommonJs();
    const adapters = readAdapters(await loadDefaultExport(module, containment, `${role}-${instances}`), module);
    const adapter = adapters.find((one) => one.name === name);
    const shared = requiredEsModule();
    if (shared !== undefined) {
      throw new Error(
        `CommonJS requires the ES module ${shared}, which would be one for base and head: import it instead`,
      );
    }
    if (adapter === undefined) throw new Error(`${module} has no adapter ${name} any more`);
    return adapter;
  };
  return measure(
    (order) => openContestants(job, order, benchmark, { load, replaced, waiting }),
    job.firstOrder,
    job.timeMs,
    processMeter,
  );
}
