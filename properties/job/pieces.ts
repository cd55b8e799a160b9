import type { CallFact, JobFact, JobFacts, Seq } from "./facts.ts";
import { allowedCalls, reachOf, strangerCalls } from "./access.ts";
import { cancelledAt } from "./life.ts";

/** A piece that the producer produced, and what became of it. */
export interface PieceFact {
  readonly text: string;
  readonly at: Seq;
  /** The read that first returned it to whoever may read. */
  readonly readBy: CallFact | undefined;
  /** A stranger's read got it, or took it away. */
  readonly isStolen: boolean;
  /** Produced after a cancel that may have ended the job at once: nobody owes it. */
  readonly isOptional: boolean;
}

const PIECE = /<[^<>]*>\s*/g;

/** The pieces of a text, and whether there is anything else in it. */
export function piecesIn(text: string): { readonly pieces: readonly string[]; readonly isClean: boolean } {
  const pieces = text.match(PIECE) ?? [];
  return { pieces, isClean: pieces.join("") === text };
}

/** The reads of whoever may read a job, in the order of the calls, as far as they were answered. */
export function answeredReads(job: JobFact): readonly CallFact[] {
  return allowedCalls(job, "read").filter(({ answer }) => answer !== undefined);
}

/** Everything that a producer with `readOutput` produced. */
export function piecesOf(facts: JobFacts, job: JobFact): readonly PieceFact[] {
  const reads = answeredReads(job);
  const strange = strangerCalls(job).filter(({ given }) => given.method === "read");
  const optionalFrom = facts.has("settledKill") ? Infinity : cancelledAt(facts, job);
  return job.output.map(({ text, at }) => {
    const readBy = reads.find(({ answer }) => answer?.output?.includes(text) === true);
    const isStolen =
      readBy === undefined &&
      strange.some((read) => read.answer?.output?.includes(text) === true || tookAway(facts, job, read, text));
    return { text, at, readBy, isStolen, isOptional: at > optionalFrom };
  });
}

/** Whether a piece was taken from the producer while a stranger's read was going on. */
function tookAway(facts: JobFacts, job: JobFact, read: CallFact, text: string): boolean {
  const until = reachOf(facts, read);
  return job.pulls.some((pull) => pull.at > read.at && pull.at < until && pull.text.includes(text));
}

/** The first read that had to return a piece: one that began at rest after it, and was answered. */
export function firstReadOwing(facts: JobFacts, job: JobFact, producedAt: Seq): CallFact | undefined {
  const owedFrom = facts.quietAfter(producedAt);
  return answeredReads(job).find((read) => read.at > owedFrom);
}
