import type { JobProducer, JobSpec } from "../../contract/job.ts";
import { containPromise, isThenable } from "./containment.ts";
import { InvalidProducerError } from "./errors.ts";

/**
 * A producer with something to free once nobody can read its job any more, such as a file with output.
 *
 * @example
 * ```ts
 * start: (): ReleasableProducer => ({ done, cancel, readOutput, release: () => rmSync(file, { force: true }) })
 * ```
 */
export interface ReleasableProducer extends JobProducer {
  /**
   * Called once, when the runtime forgets the job: after its retention, or when its owner or the runtime is disposed. The
   * producer has settled by then, unless a bounded disposal left it behind. A throw or a rejection is contained.
   */
  release?(): void;
}

/** Starts the producer of a spec, once; throws what `start` throws. */
export function startProducer(spec: JobSpec): ReleasableProducer {
  const producer: ReleasableProducer = spec.start();
  // Without `done` the end would never be known. An asynchronous `start` is the likely mistake; its rejection has no other reader.
  if (!isThenable(producer.done)) {
    containPromise(producer, () => {});
    throw new InvalidProducerError("start() must return, synchronously, a producer whose `done` is a promise");
  }
  return producer;
}
