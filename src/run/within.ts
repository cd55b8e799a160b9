import { realTimers } from "./realTimers.ts";

/**
 * Settles as the promise does, or rejects when it is late.
 *
 * @param late makes what it is rejected with then.
 * @param keepsAlive whether the wait alone keeps the process alive; without it, where nothing is left that could settle the
 *   promise, that is seen at once.
 */
export async function within<T>(
  msMax: number,
  promise: T | Promise<T>,
  late: () => Error,
  { keepsAlive }: { readonly keepsAlive: boolean },
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = realTimers.setTimeout(() => reject(late()), msMax);
    if (!keepsAlive) timer.unref();
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    realTimers.clearTimeout(timer);
  }
}
