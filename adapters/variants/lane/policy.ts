/** Whoever waits for a permit. */
export interface Waiter {
  readonly resumes: boolean;
  /** How many that came later have been served before it. */
  passed: number;
}

/** What one correct lane does otherwise than another. */
export interface Policy {
  /** When permits are granted after one came free or somebody came: at once, at a tick, ... */
  grantSoon(grant: () => void): void;
  /** When a batch or a wait goes on after its grant. */
  goOn(go: () => void): void;
  /** When a new batch joins those who wait. `number` counts the batches. */
  join(enter: () => void, number: number): void;
  /** Who of those who wait is next. */
  next<W extends Waiter>(queue: readonly W[], width: number): W | undefined;
  /** When the outcome of a batch whose body has ended is reported. */
  report(send: () => void): void;
  /** Which end of overlapping waits takes the permit again. */
  readonly retakesAt: "first end" | "last end";
  /** Waits of a batch that is cancelled while parked return at once. */
  readonly leavesWaitsOnCancel: boolean;
}

const now = (action: () => void): void => action();

/** First come first served, everything at once. */
export const directHandOff: Policy = {
  grantSoon: now,
  goOn: now,
  join: now,
  next: (queue) => queue[0],
  report: now,
  retakesAt: "last end",
  leavesWaitsOnCancel: false,
};

/** Each batch is a task of its own that takes a few turns to come to the semaphore. */
export function joinInSomeTurns(enter: () => void, number: number): void {
  let turns = (number * 7) % 5;
  const step = (): void => {
    if (turns === 0) return enter();
    turns -= 1;
    queueMicrotask(step);
  };
  step();
}

/** Resuming batches first, but nobody lets more than the width of the lane pass. */
export function resumingFirst<W extends Waiter>(queue: readonly W[], width: number): W | undefined {
  const at = queue.findIndex(({ resumes }) => resumes);
  const passed = queue.slice(0, Math.max(at, 0));
  if (passed.some((waiter) => waiter.passed >= width)) return queue[0];
  for (const waiter of passed) waiter.passed += 1;
  return queue[Math.max(at, 0)];
}

/** Looks for work every few milliseconds, as long as there is any. */
export function pollingEvery(ms: number): Policy["grantSoon"] {
  let isTicking = false;
  return (grant) => {
    if (isTicking) return;
    isTicking = true;
    setTimeout(() => {
      isTicking = false;
      grant();
    }, ms);
  };
}
