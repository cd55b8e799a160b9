import { defineRule } from "../../../src/contract/rule.ts";
import { describeCall } from "../access.ts";
import type { CallFact, JobFact, JobFacts } from "../facts.ts";
import { cancelledAt, disposalAt, hasProducer, settledQuiet } from "../life.ts";
import { answeredReads, firstReadOwing, piecesIn, piecesOf, type PieceFact } from "../pieces.ts";

export const outputExact = defineRule<JobFacts>({
  id: "job/output-exact",
  profile: "job",
  level: "MUST",
  capabilities: ["output"],
  sentence:
    "What the owner's reads return, joined in the order of the calls, is what the producer produced: nothing lost, doubled or reordered, also around the end and cancel.",
  checks:
    "Names each unique piece that the reads return twice, out of order, or not at all although a later piece or a read at rest shows that it is gone; without `readOutput`, text before the end or a changed one.",
  silentWhen:
    "A stranger's call took the piece (`job/owner-fence`), or nothing came after it (`job/final-output-readable`).",
  lookAt: "A buffer that is cleared after, not while, it is read; a second reader of the producer.",
  check(facts, findings) {
    for (const job of facts.jobs) {
      if (job.isAmbiguous || !hasProducer(job)) continue;
      const violated = (read: CallFact, message: string): void =>
        findings.violated(read.endedAt, `${describeCall(read)} ${message}`, job);
      if (job.isFinal) {
        if (job.finalOutput !== "") findings.exercised();
        checkFinal(job, violated);
      } else if (job.output.length > 0) {
        findings.exercised();
        checkPieces(facts, job, violated);
      }
    }
  },
});

type Violated = (read: CallFact, message: string) => void;

function checkPieces(facts: JobFacts, job: JobFact, violated: Violated): void {
  const produced = piecesOf(facts, job);
  const order = new Map(produced.map(({ text }, index) => [text, index]));
  const seen = new Set<string>();
  let last = -1;
  for (const read of answeredReads(job)) {
    const { pieces, isClean } = piecesIn(read.answer?.output ?? "");
    if (!isClean) violated(read, `gave ${JSON.stringify(read.answer?.output)}, which is not made of whole pieces`);
    for (const text of pieces) {
      const index = order.get(text);
      if (index === undefined) {
        violated(read, `gave ${text}, which the producer of ${job.name} never produced`);
        continue;
      }
      if (seen.has(text)) violated(read, `gave the piece ${text} a second time`);
      else if (index < last) violated(read, `gave the piece ${text} after a later one`);
      seen.add(text);
      last = Math.max(last, index);
    }
  }
  for (let index = 0; index < produced.length; index += 1) {
    const piece = produced[index] as PieceFact;
    if (piece.readBy !== undefined || piece.isStolen) continue;
    const later = produced.slice(index + 1).find(({ readBy }) => readBy !== undefined)?.readBy;
    const read = later ?? readThatLost(facts, job, piece);
    if (read !== undefined) violated(read, `lacks the piece ${piece.text}, which is lost`);
  }
}

/** A read of a live job that had to return a piece and did not. */
function readThatLost(facts: JobFacts, job: JobFact, piece: PieceFact): CallFact | undefined {
  if (piece.isOptional) return undefined;
  const read = firstReadOwing(facts, job, piece.at);
  return read !== undefined && read.endedAt < job.settledAt && read.endedAt < disposalAt(facts, job) ? read : undefined;
}

/** Without `readOutput`: nothing until the end, then everything, each time or once. */
function checkFinal(job: JobFact, violated: Violated): void {
  let state: "nothing yet" | "given" | "empty again" = "nothing yet";
  for (const read of answeredReads(job)) {
    const text = read.answer?.output ?? "";
    if (text === "") {
      if (state === "given") state = "empty again";
      continue;
    }
    if (read.endedAt < job.settledAt) violated(read, `gave ${JSON.stringify(text)} before the end of ${job.name}`);
    else if (text !== job.finalOutput)
      violated(read, `gave ${JSON.stringify(text)}; the outcome has ${JSON.stringify(job.finalOutput)}`);
    else if (state === "empty again") violated(read, "gave the output again after a read that gave none");
    state = "given";
  }
}

export const finalOutputReadable = defineRule<JobFacts>({
  id: "job/final-output-readable",
  profile: "job",
  level: "MUST",
  capabilities: ["output"],
  sentence: "After the end, what was not read yet is still readable.",
  checks: "The first read that begins at rest after the end returns everything that no earlier read has returned.",
  silentWhen:
    "The job may be forgotten, or a kill that need not wait for the producer came before the piece or the outcome.",
  lookAt: "A buffer, or a producer, that is dropped when the job ends.",
  check(facts, findings) {
    for (const job of facts.jobs) {
      if (job.isAmbiguous || !hasProducer(job)) continue;
      const read = answeredReads(job).find(({ at }) => at > settledQuiet(facts, job));
      if (read === undefined || read.endedAt > disposalAt(facts, job)) continue;
      for (const text of missingAt(facts, job, read, () => findings.exercised())) {
        findings.violated(
          read.endedAt,
          `${describeCall(read)}, after the end, lacks ${text}, which its owner has not read`,
          job,
        );
      }
    }
  },
});

function missingAt(facts: JobFacts, job: JobFact, read: CallFact, unread: () => void): readonly string[] {
  if (job.isFinal) {
    const isOptional = !facts.has("settledKill") && cancelledAt(facts, job) < settledQuiet(facts, job);
    if (job.finalOutput === "" || isOptional) return [];
    unread();
    const given = answeredReads(job).some(({ at, answer }) => at <= read.at && answer?.output !== "");
    return given ? [] : [`the output ${job.finalOutput}`];
  }
  const pieces = piecesOf(facts, job);
  const lastRead = pieces.findLastIndex(({ readBy }) => readBy !== undefined);
  if (pieces.some(({ readBy }) => readBy === read || readBy === undefined)) unread();
  return pieces
    .filter(({ readBy, isStolen, isOptional }, index) => {
      if (readBy !== undefined) return readBy.at > read.at;
      return index > lastRead && !isStolen && !isOptional && !wasLostBefore(facts, job, pieces[index] as PieceFact);
    })
    .map(({ text }) => `the piece ${text}`);
}

/** A piece that was already missing while the job lived is lost, not left. */
function wasLostBefore(facts: JobFacts, job: JobFact, piece: PieceFact): boolean {
  return readThatLost(facts, job, piece) !== undefined;
}
