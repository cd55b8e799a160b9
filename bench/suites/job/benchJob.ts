import type { JobOutcome, JobProducer, JobSpec } from "executor-conformance";

/** Some runtimes bound the live jobs of an owner. */
export const JOBS_PER_OWNER = 10;

/** What a producer gives each time that it is asked for output, while that is measured. */
export const PIECE = "piece";

export function ownerOf(index: number): string {
  return `owner-${Math.floor(index / JOBS_PER_OWNER)}`;
}

/** One job on the host's side: what is started, and what has become of it. */
export class BenchJob implements JobSpec {
  readonly kind = "bench";
  readonly label = "a job";
  readonly owner: string;
  id = "";
  starts = 0;
  cancels = 0;
  /** What the producer gives each time that it is asked for output. */
  piece = PIECE;
  end: (outcome: JobOutcome) => void = () => {};
  readonly start: () => JobProducer;

  /** @param onProduced called each time that the producer is asked for output. */
  constructor(index: number, onProduced: () => void) {
    this.owner = ownerOf(index);
    this.start = () => {
      this.starts += 1;
      return {
        done: new Promise((resolve) => {
          this.end = resolve;
        }),
        cancel: () => {
          this.cancels += 1;
        },
        readOutput: () => {
          onProduced();
          return this.piece;
        },
      };
    };
  }
}
