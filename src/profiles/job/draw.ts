import type { JobCallGiven, JobRecord, JobTrace, SeenSnapshot } from "../../contract/job-trace.ts";
import type { Drawing } from "../profile.ts";

const HOST = "host";
const RUNTIME = "runtime";

/** What one record of a job runtime draws: an arrow between lanes, a mark in one, or nothing. */
export function drawJobRecord(record: JobRecord, trace: JobTrace): Drawing | undefined {
  switch (record.type) {
    case "call":
      return { from: HOST, to: RUNTIME, label: `${describeGiven(record.given)}${inside(record.site)}` };
    case "answer":
      return {
        from: RUNTIME,
        to: HOST,
        label: `${methodOf(trace, record.call)} gives ${describeAnswer(trace, record)}`,
      };
    case "refused":
      return { from: RUNTIME, to: HOST, label: `${methodOf(trace, record.call)} is refused: ${record.message}` };
    case "producer":
      return {
        from: RUNTIME,
        to: producer(record.job),
        label: record.throws === undefined ? "start" : "start, which throws",
      };
    case "output":
      return { from: producer(record.job), label: record.text };
    case "pull":
      return { from: producer(record.job), to: RUNTIME, label: `readOutput ${JSON.stringify(record.text)}` };
    case "asked":
      return { from: RUNTIME, to: producer(record.job), label: record.throws ? "cancel, which throws" : "cancel" };
    case "settled":
      return { from: producer(record.job), to: RUNTIME, label: record.how };
    case "notice":
      return { from: RUNTIME, to: HOST, label: `notice: ${describeShown(record.shown)}${failing(record.fault)}` };
    case "present":
      return { from: RUNTIME, to: HOST, label: `present ${record.job} ${record.state}${failing(record.fault)}` };
    case "escape":
      return { from: RUNTIME, label: `${record.how}: ${record.message}` };
    case "left":
      return { from: RUNTIME, label: `left behind: ${record.what}` };
    case "dispose":
      return record.how === "done" ? undefined : { from: RUNTIME, label: `dispose ${record.how}` };
    case "step":
    case "skip":
    case "quiet":
    case "retention":
    case "hangs":
    case "noticed":
      return undefined;
  }
}

function describeGiven(given: JobCallGiven): string {
  switch (given.method) {
    case "start":
      return `start ${given.job}${given.spec.owner === undefined ? "" : ` of ${JSON.stringify(given.spec.owner)}`}`;
    case "read":
    case "get":
    case "cancel":
    case "wait": {
      const about = "job" in given.target ? given.target.job : given.target.neverIssued;
      return `${given.method} ${about}${by(given.caller)}`;
    }
    case "list":
      return `list${by(given.caller)}`;
    case "disposeOwner":
      return `disposeOwner ${JSON.stringify(given.owner)}`;
    case "dispose":
      return "dispose";
  }
}

function describeAnswer(trace: JobTrace, { call, answer }: Extract<JobRecord, { type: "answer" }>): string {
  switch (methodOf(trace, call)) {
    case "start":
      return answer.id ?? "no id";
    case "read":
      return `${JSON.stringify(answer.output)}, ${answer.jobs?.map(describeShown).join() ?? ""}`;
    case "cancel":
      return String(answer.said);
    case "dispose":
    case "disposeOwner":
      return "nothing";
    default:
      return answer.jobs === undefined || answer.jobs.length === 0 ? "none" : answer.jobs.map(describeShown).join(", ");
  }
}

function methodOf(trace: JobTrace, call: number): string {
  const found = trace.records.find((record) => record.type === "call" && record.call === call);
  return found?.type === "call" ? found.given.method : "";
}

function describeShown({ id, status }: SeenSnapshot): string {
  return `${id} ${status}`;
}

function producer(job: string): string {
  return `producer ${job}`;
}

function by(caller: string | undefined): string {
  return caller === undefined ? " without a token" : ` by ${JSON.stringify(caller)}`;
}

function inside(site: string): string {
  if (site === "step") return "";
  if (site === "end") return " (a look at the end)";
  return ` (inside ${site === "look" ? "completed" : site})`;
}

function failing(fault: string | undefined): string {
  return fault === undefined ? "" : ` (which ${fault})`;
}
