import { once } from "node:events";
import { Thread } from "../../supervise/thread.ts";

/** All that a quick look can have ready before there is a module to look at. */
export interface Standby {
  /** A thread that has loaded everything but the module. */
  readonly thread: Thread;
  /** Settles when the watch wants the quick look; false: the watch is gone. */
  readonly wanted: Promise<boolean>;
}

/** @param module path of the module that the thread will load. */
export function standBy(module: string): Standby {
  // Most checks need no schema, but a watch tries what failed before.
  void import("../../explore/counterexampleFile.ts");
  return { thread: new Thread(module), wanted: heardFromWatch() };
}

async function heardFromWatch(): Promise<boolean> {
  if (process.connected) await Promise.race([once(process, "message"), once(process, "disconnect")]);
  if (!process.connected) return false;
  // An open channel keeps the process alive.
  process.disconnect();
  return true;
}
