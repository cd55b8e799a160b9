import { macrotask, realTimers } from "./realTimers.ts";

/** What the process holds, by a name for a person, and how many of each. */
export type Held = ReadonlyMap<string, number>;

/** How long, in ms, what a run has closed or ended may take to be gone. */
const CLOSING_MS_MAX = 50;

/** How a resource that keeps the event loop alive is called. */
const RESOURCE_NAMES: Readonly<Record<string, string>> = {
  Timeout: "real timer",
  TCPServerWrap: "server",
  TCPSocketWrap: "socket",
  UDPWrap: "datagram socket",
  PipeWrap: "pipe",
  ProcessWrap: "child process",
  MessagePort: "message port",
  FSEventWrap: "file watcher",
};

/** Immediates come and go with the kit's own work, a terminal is the process's, and listeners for signals are named as such. */
const IGNORED = new Set(["Immediate", "TTYWrap", "SignalWrap"]);

/** A request ends by itself; what it belongs to is named. */
const REQUEST = /Req/;

/**
 * What keeps this process alive, and who listens to it. A handle that was unref'ed keeps nothing alive and is not seen, nor
 * are listeners on what an executor owns itself.
 */
export function heldByProcess(): Held {
  const held = new Map<string, number>();
  const add = (name: string, count: number): void => void held.set(name, (held.get(name) ?? 0) + count);
  for (const resource of process.getActiveResourcesInfo()) {
    if (!IGNORED.has(resource) && !REQUEST.test(resource)) add(RESOURCE_NAMES[resource] ?? resource, 1);
  }
  for (const event of process.eventNames())
    add(`listener on process for ${String(event)}`, process.listenerCount(event));
  return held;
}

/** What is held now beyond what was held before, once everything that is about to close has closed. */
export async function grownSince(before: Held): Promise<Held> {
  const until = realTimers.performanceNow() + CLOSING_MS_MAX;
  let grown = difference(heldByProcess(), before);
  while (grown.size > 0 && realTimers.performanceNow() < until) {
    await macrotask();
    grown = difference(heldByProcess(), before);
  }
  return grown;
}

/**
 * What was left each time, one time excepted: of what the surroundings of a run hold, something may come in one run, and
 * something may go in another.
 */
export function leftEachTime(times: readonly Held[]): Held {
  const left = new Map<string, number>();
  for (const name of new Set(times.flatMap((held) => [...held.keys()]))) {
    const [, count = 0] = times.map((held) => held.get(name) ?? 0).toSorted((a, b) => a - b);
    if (count > 0) left.set(name, count);
  }
  return left;
}

/** "1 × real timer", "2 × listener on process for exit": in an order that is always the same. */
export function describeHeld(held: Held): readonly string[] {
  return [...held].map(([name, count]) => `${count} × ${name}`).toSorted();
}

function difference(now: Held, before: Held): Held {
  const grown = new Map<string, number>();
  for (const [name, count] of now) {
    const more = count - (before.get(name) ?? 0);
    if (more > 0) grown.set(name, more);
  }
  return grown;
}
