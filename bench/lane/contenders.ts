import { Semaphore } from "async-mutex";
import Bottleneck from "bottleneck";
import { ToolLane } from "executor-conformance/reference";
import { promise as fastq } from "fastq";
import pLimit from "p-limit";
import PQueue from "p-queue";
import type { Contender } from "../peers/rounds.ts";

/** The body of a batch; every contender runs the same. */
export type Body = () => Promise<Results>;

export type Results = readonly (readonly [toolCallId: string, result: string])[];

export interface LaneContender extends Contender {
  /** Gives the way to submit; `outcome` is called with the results of every batch. */
  create(width: number, outcome: (results: Results) => void): (body: Body) => void;
}

/** The reference and its peers, each through the calls that its documentation recommends. */
export const contenders: readonly LaneContender[] = [
  {
    name: "reference lane",
    create(width, outcome) {
      const lane = new ToolLane({
        maxConcurrentTools: width,
        outcome(ended) {
          if ("error" in ended) throw ended.error;
          outcome(ended.results);
        },
        wake() {},
      });
      let batches = 0;
      return (body) => {
        const batchId = String((batches += 1));
        lane.submit({ agent: batchId, batchId, exec: body });
      };
    },
  },
  {
    name: "p-queue",
    leavesOut: "off-lane",
    create(width, outcome) {
      const queue = new PQueue({ concurrency: width });
      return (body) => void queue.add(body).then(outcome);
    },
  },
  {
    name: "async-mutex",
    leavesOut: "cancel of one waiter, live figures",
    create(width, outcome) {
      const semaphore = new Semaphore(width);
      return (body) => void semaphore.runExclusive(body).then(outcome);
    },
  },
  {
    name: "p-limit",
    leavesOut: "cancel of one waiter, off-lane",
    create(width, outcome) {
      const limit = pLimit(width);
      return (body) => void limit(body).then(outcome);
    },
  },
  {
    name: "fastq",
    leavesOut: "cancel of one waiter, off-lane, live figures",
    create(width, outcome) {
      const queue = fastq((body: Body) => body(), width);
      return (body) => void queue.push(body).then(outcome);
    },
  },
  {
    name: "bottleneck",
    leavesOut: "cancel of one waiter, off-lane",
    // It needs milliseconds for each job.
    sizeMax: 1000,
    operationsPerTurn: 50,
    create(width, outcome) {
      const limiter = new Bottleneck({ maxConcurrent: width });
      return (body) => void limiter.schedule(body).then(outcome);
    },
  },
];
