import { Semaphore } from "async-mutex";
import Bottleneck from "bottleneck";
import { ToolLane } from "executor-conformance/reference";
import { promise as fastq } from "fastq";
import pLimit from "p-limit";
import PQueue from "p-queue";
import type { Contender } from "../peers/rounds.ts";

/** A body of a batch; every contender runs the same. */
export type Body = () => Promise<string>;

export interface LaneContender extends Contender {
  /** Gives the way to submit: the body, and what to call with its outcome. */
  create(width: number): (body: Body, outcome: (result: string) => void) => void;
}

/** The reference and its peers, each through the calls that its documentation recommends. */
export const contenders: readonly LaneContender[] = [
  {
    name: "reference lane",
    create(width) {
      const waiting = new Map<string, (result: string) => void>();
      const lane = new ToolLane({
        maxConcurrentTools: width,
        outcome(ended) {
          if ("error" in ended) throw ended.error;
          waiting.get(ended.batchId)?.(ended.results[0]?.[1] ?? "");
          waiting.delete(ended.batchId);
        },
        wake() {},
      });
      let batches = 0;
      return (body, outcome) => {
        const batchId = String((batches += 1));
        waiting.set(batchId, outcome);
        lane.submit({ agent: batchId, batchId, exec: async () => [["call", await body()]] });
      };
    },
  },
  {
    name: "p-queue",
    leavesOut: "off-lane",
    create(width) {
      const queue = new PQueue({ concurrency: width });
      return (body, outcome) => void queue.add(body).then(outcome);
    },
  },
  {
    name: "async-mutex",
    leavesOut: "cancel of one waiter, live figures",
    create(width) {
      const semaphore = new Semaphore(width);
      return (body, outcome) => void semaphore.runExclusive(body).then(outcome);
    },
  },
  {
    name: "p-limit",
    leavesOut: "cancel of one waiter, off-lane",
    create(width) {
      const limit = pLimit(width);
      return (body, outcome) => void limit(body).then(outcome);
    },
  },
  {
    name: "fastq",
    leavesOut: "cancel of one waiter, off-lane, live figures",
    create(width) {
      const queue = fastq((body: Body) => body(), width);
      return (body, outcome) => void queue.push(body).then(outcome);
    },
  },
  {
    name: "bottleneck",
    leavesOut: "cancel of one waiter, off-lane",
    // It needs milliseconds for each job.
    sizeMax: 1000,
    create(width) {
      const limiter = new Bottleneck({ maxConcurrent: width });
      return (body, outcome) => void limiter.schedule(body).then(outcome);
    },
  },
];
