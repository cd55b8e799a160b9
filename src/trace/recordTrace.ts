import type { ProfileName } from "../contract/adapter.ts";
import { describeValue } from "../contract/describeValue.ts";
import type { DomainAdapter, DomainExecutor, DomainHost } from "../contract/domain.ts";
import type { JobAdapter, JobHost, JobRuntime } from "../contract/job.ts";
import type { LaneAdapter, LaneExecutor, LaneHost } from "../contract/lane.ts";
import { declaredCapabilities } from "../run/runner.ts";
import { DomainRecording, domainSetup } from "./recording/domain.ts";
import { JobRecording } from "./recording/job.ts";
import { LaneRecording, laneSetup } from "./recording/lane.ts";
import { Recording, type TraceSink } from "./recording/recording.ts";

/** In real time a timer may be late by this, in ms, without anybody being to blame. */
const SETTLE_MS = 1000;

/** How long, in ms, nothing must happen before a recording counts as at rest. */
const QUIET_MS = 1000;

export interface RecordTraceOptions {
  /**
   * Milliseconds without anything happening after which the executor counts as at rest: what it owes is then judged as
   * missing. Longer than its longest own timer or poll; 1,000 unless given.
   */
  readonly quietMs?: number;
}

/** An adapter whose executor is recorded, and the recording. */
export interface TraceRecording<Adapter> {
  /** Creates one executor that does what the adapter's own does, and is recorded. */
  readonly adapter: Adapter;
  /** The host knows that nothing is due: waits for the executor's `idle()`, where it has one, and writes a quiescent point. */
  quiet(): Promise<void>;
  /** Writes the footer. Nothing is recorded after it. */
  end(): void;
}

type AnyRecordable = DomainAdapter | LaneAdapter | JobAdapter;

/**
 * Records what passes between an executor and its host at work, for `executor-conformance judge`.
 *
 * The host gives its own host object to `adapter.create` and uses the executor it gets, as ever. Ids, owner tokens, labels
 * and output are written as they are; arguments and results of tools are not, except those of a lane.
 *
 * @param sink told every line in its order, without its line break.
 * @throws TypeError when the adapter, the sink or an option is none.
 * @example
 * ```ts
 * const lines: string[] = [];
 * const recording = recordTrace(adapter, (line) => lines.push(line));
 * const executor = await recording.adapter.create(host);
 * // ... the application works with the executor ...
 * await recording.quiet();
 * recording.end();
 * await writeFile("trace.jsonl", lines.join("\n"));
 * ```
 */
export function recordTrace<Adapter extends AnyRecordable>(
  adapter: Adapter,
  sink: TraceSink,
  options: RecordTraceOptions = {},
): TraceRecording<Adapter> {
  assertRecordable(adapter);
  if (typeof sink !== "function") {
    throw new TypeError(`Expected a function that is told the lines of the trace, got ${describeValue(sink)}`);
  }
  const { quietMs = QUIET_MS } = options;
  if (!(quietMs > 0))
    throw new TypeError(`Expected more than 0 milliseconds as "quietMs", got ${describeValue(quietMs)}`);
  let recording: Recording<never> | undefined;
  let executor: { idle?(): Promise<void> } | undefined;
  const create = async (host: never): Promise<unknown> => {
    if (recording !== undefined)
      throw new TypeError("One recording holds one executor: call recordTrace again for another");
    const facts = { ...traceFacts(adapter.profile, adapter), setup: setupOf(adapter.profile, host) };
    recording = new Recording(facts, sink, quietMs);
    executor = await createRecorded(adapter, host, recording);
    return executor;
  };
  return {
    adapter: { ...adapter, create } as unknown as Adapter,
    async quiet() {
      await executor?.idle?.();
      await recording?.quiet();
    },
    end: () => recording?.end(),
  };
}

function assertRecordable(value: unknown): void {
  const { profile, create } = Object(value) as Readonly<Record<string, unknown>>;
  if (["domain", "lane", "job"].some((known) => known === profile) && typeof create === "function") return;
  throw new TypeError(`Expected an adapter to record, with profile and create(host), got ${describeValue(value)}`);
}

function traceFacts(profile: ProfileName, adapter: AnyRecordable) {
  const capabilities = declaredCapabilities(adapter);
  return { profile, capabilities, settleMs: adapter.settleMs ?? SETTLE_MS, source: "recorded" as const };
}

function setupOf(profile: ProfileName, host: DomainHost & LaneHost): object {
  switch (profile) {
    case "domain":
      return domainSetup(host);
    case "lane":
      return laneSetup(host);
    case "job":
      return {};
  }
}

async function createRecorded(
  adapter: AnyRecordable,
  host: DomainHost & LaneHost & JobHost,
  recording: Recording<never>,
): Promise<DomainExecutor | LaneExecutor | JobRuntime> {
  switch (adapter.profile) {
    case "domain": {
      const between = new DomainRecording(host, adapter.capabilities ?? {}, recording);
      return between.wrap(await adapter.create(between.host));
    }
    case "lane": {
      const between = new LaneRecording(host, recording);
      return between.wrap(await adapter.create(between.host), adapter.capabilities ?? {});
    }
    case "job": {
      const between = new JobRecording(host, recording);
      return between.wrap(await adapter.create(between.host), adapter);
    }
  }
}
