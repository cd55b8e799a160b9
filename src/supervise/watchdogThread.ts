/** The thread of a {@link Watchdog}: looks for beats of the main thread, and interrupts it where there are none. */
import { Session, type Debugger } from "node:inspector";
import { workerData } from "node:worker_threads";
import { HeartMonitor } from "./heartbeat.ts";
import type { WatchdogData } from "./watchdog.ts";

const LOOK_MS = 100;

/** The share of one core that the process must have had in a silence, or the main thread was starved. */
const PROCESSOR_SHARE_MIN = 0.5;

const { memory, silenceMs, expression } = workerData as WatchdogData;
const monitor = new HeartMonitor(memory);

let isInterrupting = false;

// It goes on to the end: without it nothing would keep this thread alive until the main thread has stopped.
setInterval(() => {
  const { ticks, processorMs } = monitor.tick();
  if (isInterrupting || ticks * LOOK_MS < silenceMs || processorMs < silenceMs * PROCESSOR_SHARE_MIN) return;
  isInterrupting = true;
  interrupt();
}, LOOK_MS);

function interrupt(): void {
  const session = new Session();
  session.connectToMainThread();
  session.on("Debugger.paused", ({ params }: { readonly params: Debugger.PausedEventDataType }) => {
    const callFrameId = params.callFrames[0]?.callFrameId ?? "";
    session.post("Debugger.evaluateOnCallFrame", { callFrameId, expression });
  });
  session.post("Debugger.enable");
  session.post("Debugger.pause");
}
