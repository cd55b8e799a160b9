import { register } from "node:module";
import { ContenderError, openContestants, Waiting, type LoadInstance } from "../../bench/gate/contestants.ts";
import type { MeasureJob, MeasureReply } from "../../bench/gate/job.ts";
import { measure, type Measurement } from "../../bench/gate/measure.ts";
import { processMeter } from "../../bench/gate/meter.ts";
import { benchmarks } from "../../bench/suites/index.ts";
import { readAdapters } from "../explore/readAdapters.ts";
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

const waiting = new Waiting();

process.once("message", (job: MeasureJob) => {
  const watch = setInterval(() => {
    if (waiting.overdue !== undefined) reply({ kind: "failed", message: waiting.overdue });
  }, LOOK_MS);
  const reply = (answered: MeasureReply): void => {
    clearInterval(watch);
    send?.(answered);
  };
  void answer(job).then(reply);
});

async function answer(job: MeasureJob): Promise<MeasureReply> {
  register("../../bench/gate/instanceHook.js", import.meta.url);
  containment.enter();
  try {
    const measurement = await measureJob(job);
    const [stray] = containment.takeStrays();
    if (stray !== undefined) return { kind: "failed", message: `base or head: nobody handled ${stray}` };
    return { kind: "measured", measurement };
  } catch (error) {
    return { kind: "failed", message: error instanceof ContenderError ? error.message : describeThrown(error) };
  }
}

async function measureJob(job: MeasureJob): Promise<Measurement> {
  const benchmark = benchmarks.find(({ id }) => id === job.benchmark);
  if (benchmark === undefined) throw new Error(`there is no benchmark ${job.benchmark}`);
  let instances = 0;
  const load: LoadInstance = async ({ module, adapter: name }, role) => {
    instances += 1;
    const adapters = readAdapters(await loadDefaultExport(module, containment, `${role}-${instances}`), module);
    const adapter = adapters.find((one) => one.name === name);
    if (adapter === undefined) throw new Error(`${module} has no adapter ${name} any more`);
    return adapter;
  };
  return measure(
    (order) => openContestants(job, order, benchmark, load, waiting),
    job.firstOrder,
    job.timeMs,
    processMeter,
  );
}
